import { sql } from 'drizzle-orm'
import { forgetChat } from '#server/chats/forget-chat.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { forgetAddresses } from '#server/saved-views/forget-addresses.ts'
import { blankDeliveries } from '#server/webhooks/blank-deliveries.ts'

/** Personal data as it was until the account was closed. */
export type Person = { email: string; pendingEmail: string | null; image: string | null }

/** The name of a closed account in history and messages (product §2). */
export const closedName = 'Closed account'

/** Deletes personal data and credentials of a closed account. Events stay, without their values (product §2). */
export async function forgetPerson(tx: Tx, id: string, { email, pendingEmail, image }: Person): Promise<void> {
  await forgetRecords(tx, id)
  for (const table of ['sessions', 'accounts', 'account_tokens', 'second_factors', 'notifications', 'lookers'])
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${id}`)
  // All admins use the shared ones. One that was just made private is among the deleted.
  await tx.execute(sql`update saved_views set owner_id = null where owner_id = ${id} and shared`)
  await tx.execute(sql`delete from saved_views where owner_id = ${id}`)
  await forgetChat(tx, id, closedName)
  if (image) await tx.execute(sql`update files set released_at = now() where path = ${image}`)
  const addresses = [email, ...(await formerAddresses(tx, id))]
  await forgetMails(tx, [...addresses, ...(pendingEmail === null ? [] : [pendingEmail])])
  await forgetAddresses(tx, addresses)
  await blankEvents(tx, id, addresses)
  await forgetAssignee(tx, id)
  await blankDeliveries(tx, sql`(${id})`)
  // Skips an announcement under delivery: the worker has locked it and will wait for this person's row.
  await tx.execute(sql`delete from messages where id in (select id from messages where user_id = ${id} for update skip locked)`)
  await tx.execute(sql`
    update invitations set email = ${closedName}, withdrawn_at = case when accepted_at is null then coalesce(withdrawn_at, now()) end
    where lower(email) in (${texts(addresses)})`)
}

/** The fields of imported records; so that a later import does not bring them back, it is known that there were records. */
const forgetRecords = (tx: Tx, id: string) =>
  tx.execute(sql`
    update transferred_records set record = null where (collection in ('users', 'auth') and id = ${id})
      or (collection = 'history_logs' and here in (select id::text from events where item_id = ${id} or actor_id = ${id}))
      or (collection = 'notifications' and id in (select id from notifications where user_id = ${id}))`)

const texts = (values: readonly string[]) => sql`select lower(value) from json_array_elements_text(${JSON.stringify(values)}::json)`

/** The person's former addresses, except those that now belong to another person. */
async function formerAddresses(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.execute<{ email: string }>(sql`
    select distinct lower(d.before ->> 'email') as email from events e join event_details d on d.event_id = e.id
    where e.item_id = ${id} and e.kind = 'user.email' and d.before ->> 'email' is not null
      and not exists (select from users where lower(users.email) = lower(d.before ->> 'email'))`)
  return rows.map(({ email }) => email)
}

/** The pending address may belong to another person, whose mails stay; the closed account's own address is already free. */
async function forgetMails(tx: Tx, addresses: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from outgoing_mails where lower(recipient) in (${texts(addresses)})
      and not exists (select 1 from users where lower(users.email) = lower(outgoing_mails.recipient))`)
}

/**
 * Invitations and announcements are items of their own with the recipient as title, so their events are found before the recipient is
 * deleted.
 */
async function blankEvents(tx: Tx, id: string, addresses: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update event_details set title = ${closedName}, before = null, after = null, reason = null, imported = null where event_id in (
      select events.id from events where item_id = ${id}
        or (kind in ('user.invite', 'user.uninvite') and item_id in (select id from invitations where lower(email) in (${texts(addresses)})))
        or (kind in ('message.send', 'message.stop') and item_id in (select id from messages where user_id = ${id})))`)
}

/** Chats that the person was assigned are items of other people: only the assignee is removed from their events. */
async function forgetAssignee(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    update event_details set after = null
    where after ->> 'assigneeId' = ${id} and event_id in (select id from events where kind = 'chat.assign')`)
}
