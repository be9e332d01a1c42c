import { sql } from 'drizzle-orm'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { outgoingMails } from '#server/platform/database/tables/mails.ts'
import type { MailContent, MailTemplate } from '#server/platform/mail/template.ts'

export type NewMail = MailContent & {
  /** The address of one person. */
  to: string
  template: MailTemplate
  /** A key such as `invite:<id>`, under which only one mail is sent; without it every call sends one. */
  once?: string | undefined
  /** How long (ms) after it was written the mail is sent; by default at once. */
  waitMs?: number | undefined
}

/**
 * Mails that go to many people at once or are not read at once. All others are urgent: links a person waits for, and mails about their
 * account.
 */
const canWait: ReadonlySet<MailTemplate> = new Set(['notices', 'digest'])

/** Rows in one statement; a statement takes 65,535 values at most. */
const atOnce = 2_000

/**
 * Writes outgoing mail, in the transaction it reports on: nothing is sent if that is rolled back, and a mail server that is away neither
 * fails nor slows it. The mail worker of any node sends it soon after the commit, with retries for three days.
 */
export async function sendMails(tx: Tx | Pick<Database, 'insert'>, mails: readonly NewMail[]): Promise<void> {
  for (let at = 0; at < mails.length; at += atOnce) {
    const rows = mails.slice(at, at + atOnce).map(({ to, template, once, values, link, items, notices, waitMs = 0 }) => ({
      id: newId(),
      recipient: to,
      template,
      once,
      urgent: !canWait.has(template),
      content: { values, link, items, notices },
      dueAt: sql`now() + ${waitMs} * interval '1 millisecond'`,
    }))
    await tx.insert(outgoingMails).values(rows).onConflictDoNothing()
  }
}

/** Sends one mail as `sendMails` does. */
export const sendMail = (tx: Tx | Pick<Database, 'insert'>, mail: NewMail): Promise<void> => sendMails(tx, [mail])
