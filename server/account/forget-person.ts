import { sql } from 'drizzle-orm'
import type { Tx } from '#server/database/database.ts'

/** What tells who somebody was, as it stood until the account was closed. */
export type Person = { email: string; pendingEmail: string | null; image: string | null }

/** What history and messages call whoever is gone (product §2). */
export const closedName = 'Closed account'

/** Everything that says who it was, or lets anybody in, goes with the account. What happened stays, without its values (product §2). */
export async function forgetPerson(tx: Tx, id: string, { email, pendingEmail, image }: Person): Promise<void> {
  for (const table of ['sessions', 'accounts', 'account_tokens', 'second_factors', 'notifications', 'lookers'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${id}`)
  if (image) await tx.execute(sql`update files set released_at = now() where path = ${image}`)
  await forgetMails(tx, email, pendingEmail)
  await blankEvents(tx, id, email)
  // One that is being delivered at this moment is held by whoever will wait for this person's row.
  await tx.execute(sql`delete from messages where id in (select id from messages where user_id = ${id} for update skip locked)`)
  await tx.execute(sql`
    update invitations set email = ${closedName}, withdrawn_at = case when accepted_at is null then coalesce(withdrawn_at, now()) end
    where lower(email) = lower(${email})`)
}

/** The wanted address may be somebody else's, whose mails are none of this. */
async function forgetMails(tx: Tx, email: string, pendingEmail: string | null): Promise<void> {
  await tx.execute(sql`
    delete from outgoing_mails where lower(recipient) = lower(${email}) or (lower(recipient) = lower(${pendingEmail}::text)
      and not exists (select 1 from users where lower(users.email) = lower(${pendingEmail}::text)))`)
}

/** Invitations and messages are items of their own, named after whom they went to; so they are found by that, before it is forgotten. */
async function blankEvents(tx: Tx, id: string, email: string): Promise<void> {
  await tx.execute(sql`
    update event_details set title = ${closedName}, before = null, after = null, reason = null where event_id in (
      select events.id from events where item_id = ${id}
        or (kind in ('user.invite', 'user.uninvite') and item_id in (select id from invitations where lower(email) = lower(${email})))
        or (kind in ('message.send', 'message.stop') and item_id in (select id from messages where user_id = ${id})))`)
}
