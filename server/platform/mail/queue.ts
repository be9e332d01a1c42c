import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import type { MailContent, MailTemplate } from '#server/platform/mail/template.ts'

export type Queued = { id: string; recipient: string; template: MailTemplate; content: MailContent; attempts: number }

const { giveUpMs, keptMs } = limits.mail
const open = 'sent_at is null and given_up_at is null'

/** Takes some mails that are due, urgent ones first; no other node gets them before the lease is over. */
export async function claimMails({ sql }: Pick<App, 'sql'>, count: number, leaseMs: number): Promise<Queued[]> {
  return sql<Queued[]>`
    update outgoing_mails set attempts = attempts + 1, due_at = now() + ${leaseMs} * interval '1 millisecond' where id in (
      select id from outgoing_mails where ${sql.unsafe(open)} and due_at <= now() order by urgent desc, due_at, id limit ${count} for update skip locked
    ) returning id, recipient, template, content, attempts`
}

/**
 * Renews the lease right before the mail is sent, and finds out whether its address is confirmed. Null if another pass or node has claimed the
 * mail since; each claim is counted in `attempts`.
 */
export async function renewLease(
  { sql }: Pick<App, 'sql'>,
  { id, attempts }: Queued,
  leaseMs: number,
): Promise<{ confirmed: boolean } | null> {
  const [renewed] = await sql<{ confirmed: boolean }[]>`
    update outgoing_mails set due_at = now() + ${leaseMs} * interval '1 millisecond'
    where id = ${id} and attempts = ${attempts} and ${sql.unsafe(open)}
    returning exists (select from users where lower(email) = lower(recipient) and email_verified) as confirmed`
  return renewed ?? null
}

/** Marks a mail as sent. The row is stored for a while, its content is blanked. */
export async function noteSent({ sql }: Pick<App, 'sql'>, id: string): Promise<void> {
  await sql`update outgoing_mails set sent_at = now(), content = '{}', last_error = null where id = ${id}`
}

/**
 * Postpones a mail that cannot be sent now, unless it is too old (`giveUpMs`) or another pass has claimed it since. Returns whether it is
 * given up.
 */
export async function putOff({ sql }: Pick<App, 'sql'>, { id, attempts }: Queued, afterMs: number, why: string): Promise<boolean> {
  const [row] = await sql<{ gone: boolean }[]>`
    update outgoing_mails set due_at = now() + ${afterMs} * interval '1 millisecond', last_error = ${why},
      given_up_at = case when gone then now() end, content = case when gone then '{}' else content end
    from (select created_at < now() - ${giveUpMs} * interval '1 millisecond' as gone from outgoing_mails where id = ${id}) old
    where id = ${id} and attempts = ${attempts} returning gone`
  return row?.gone ?? false
}

/** Marks a mail that can never be sent. */
export async function giveUp({ sql }: Pick<App, 'sql'>, id: string, why: string): Promise<void> {
  await sql`update outgoing_mails set given_up_at = now(), content = '{}', last_error = ${why} where id = ${id}`
}

/** Deletes mails that were sent or given up a while ago. */
export async function sweepMails({ sql }: Pick<App, 'sql'>): Promise<void> {
  await sql`delete from outgoing_mails where created_at < now() - ${keptMs} * interval '1 millisecond' and not (${sql.unsafe(open)})`
}
