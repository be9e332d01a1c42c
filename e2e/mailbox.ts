import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'

/** The mails that a Backstall without a mail server wrote to this address, oldest first. */
async function mailsTo(dataDir: string, email: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml')).sort()
  const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))))
  return mails.filter(({ to }) => to?.some(({ address }) => address === email))
}

async function newestLink(dataDir: string, email: string, start: string): Promise<string> {
  const pattern = new RegExp(`${start.replace(/[?]/g, '\\?')}[\\w-]+`)
  return (await mailsTo(dataDir, email)).flatMap(({ text }) => pattern.exec(text ?? '')?.[0] ?? []).at(-1) ?? ''
}

/** The newest link with this beginning, such as `/login?reset=`, in the person's mailbox; waits until there is one other than `before`. */
export async function linkFor(dataDir: string, email: string, start: string, before = ''): Promise<string> {
  await expect.poll(() => newestLink(dataDir, email, start)).not.toBe(before)
  return newestLink(dataDir, email, start)
}
