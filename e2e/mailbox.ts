import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** What a Backstall without a mail server wrote to this address, oldest first. */
export async function mailsTo(dataDir: string, email: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort()
  const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))))
  return mails.filter(({ to }) => to?.some(({ address }) => address === email))
}

/** The newest link that begins so, such as `/login?reset=`, in the person's mailbox; empty while there is none. */
export async function linkFor(dataDir: string, email: string, start: string): Promise<string> {
  const pattern = new RegExp(`${start.replace(/[?]/g, '\\?')}[\\w-]+`)
  return (await mailsTo(dataDir, email)).flatMap(({ text }) => pattern.exec(text ?? '')?.[0] ?? []).at(-1) ?? ''
}
