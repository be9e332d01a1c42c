import { sql } from 'drizzle-orm'
import { forgetChat } from '#server/chats/forget-chat.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { blankDeliveries } from '#server/webhooks/blank-deliveries.ts'

/** What tells who somebody was, as it stood until the account was closed. */
export type Person = { email: string; pendingEmail: string | null; image: string | null }

/** What history and messages call whoever is gone (product §2). */
export const closedName = 'Closed account'

/** Everything that says who it was, or lets anybody in, goes with the account. What happened stays, without its values (product §2). */
export async function forgetPerson(tx: Tx, id: string, { email, pendingEmail, image }: Person): Promise<void> {
  for (const table of ['sessions', 'accounts', 'account_tokens', 'second_factors', 'notifications', 'lookers'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${id}`)
  await forgetChat(tx, id, closedName)
  if (image) await tx.execute(sql`update files set released_at = now() where path = ${image}`)
  const addresses = [email, ...(await formerAddresses(tx, id))]
  await forgetMails(tx, [...addresses, ...(pendingEmail === null ? [] : [pendingEmail])])
  await blankEvents(tx, id, addresses)
  await forgetTakenOn(tx, id)
  await blankDeliveries(tx, sql`(${id})`)
  // One that is being delivered at this moment is held by whoever will wait for this person's row.
  await tx.execute(sql`delete from messages where id in (select id from messages where user_id = ${id} for update skip locked)`)
  await tx.execute(sql`
    update invitations set email = ${closedName}, withdrawn_at = case when accepted_at is null then coalesce(withdrawn_at, now()) end
    where lower(email) in (${texts(addresses)})`)
}

const texts = (values: readonly string[]) => sql`select lower(value) from json_array_elements_text(${JSON.stringify(values)}::json)`

/** Where he was reached before he changed his address; one that is somebody else's by now is none of his. */
async function formerAddresses(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.execute<{ email: string }>(sql`
    select distinct lower(d.before ->> 'email') as email from events e join event_details d on d.event_id = e.id
    where e.item_id = ${id} and e.kind = 'user.email' and d.before ->> 'email' is not null
      and not exists (select from users where lower(users.email) = lower(d.before ->> 'email'))`)
  return rows.map(({ email }) => email)
}

/** The wanted address may be somebody else's, whose mails are none of this; his own is free by now. */
async function forgetMails(tx: Tx, addresses: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from outgoing_mails where lower(recipient) in (${texts(addresses)})
      and not exists (select 1 from users where lower(users.email) = lower(outgoing_mails.recipient))`)
}

/** Invitations and messages are items of their own, named after whom they went to; so they are found by that, before it is forgotten. */
async function blankEvents(tx: Tx, id: string, addresses: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update event_details set title = ${closedName}, before = null, after = null, reason = null where event_id in (
      select events.id from events where item_id = ${id}
        or (kind in ('user.invite', 'user.uninvite') and item_id in (select id from invitations where lower(email) in (${texts(addresses)})))
        or (kind in ('message.send', 'message.stop') and item_id in (select id from messages where user_id = ${id})))`)
}

/** Chats he took on are other people's items: of those events nothing goes but his name. */
async function forgetTakenOn(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    update event_details set after = null
    where after ->> 'assigneeId' = ${id} and event_id in (select id from events where kind = 'chat.assign')`)
}
