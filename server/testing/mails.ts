import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'
import type { App } from '#server/platform/app.ts'

/** Makes mails due that can still be withdrawn by an undo. */
export const hurryMails = ({ sql }: Pick<App, 'sql'>) =>
  sql`update outgoing_mails set due_at = now() where template in ('notices', 'suspended', 'reactivated') and attempts = 0 and due_at > now()`

/** Waits until no mail is waiting to be sent. */
export async function allSent(app: Pick<App, 'sql'>): Promise<void> {
  const waiting = async () => {
    await hurryMails(app)
    return app.sql`select id, template from outgoing_mails where sent_at is null and given_up_at is null`
  }
  await expect.poll(waiting, { interval: 20 }).toEqual([])
}

/** The mails to this person, oldest first, once all are sent; from the outbox folder. */
export async function mailsTo(app: Pick<App, 'sql' | 'config'>, address: string): Promise<Email[]> {
  await allSent(app)
  const folder = join(app.config.dataDir, 'outbox')
  const files = await namesIn(folder)
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))))
  return mails.filter(({ to }) => to?.some((one) => one.address === address))
}

/** The token in the newest mail to this address with a link of this name; empty without one. */
export async function tokenTo(app: Pick<App, 'sql' | 'config'>, address: string, name: 'reset' | 'verify' | 'invite'): Promise<string> {
  const mails = await mailsTo(app, address)
  return mails.flatMap(({ text }) => new RegExp(`${name}=([\\w-]+)`).exec(text ?? '')?.[1] ?? []).at(-1) ?? ''
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
  } catch {
    return []
  }
}
