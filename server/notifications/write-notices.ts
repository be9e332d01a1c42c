import { sql } from 'drizzle-orm'
import type { Tx } from '#server/database/database.ts'

export type NewNotice = {
  id: string
  userId: string
  eventId: number
  productId: string
  productTitle: string | null
  message: string
  status: string | null
  reason: string | null
  link: string
  createdAt: string
}

type Affected = { user_id: string }
const people = (rows: Affected[]): string[] => rows.map(({ user_id }) => user_id)

/** Writes notices, once per event and recipient; whoever is no user any more is left out. Returns the people who have a new one. */
export async function writeNotices(tx: Tx, rows: readonly NewNotice[]): Promise<string[]> {
  if (rows.length === 0) return []
  return people(
    await tx.execute<Affected>(sql`
      insert into notifications (id, user_id, event_id, product_id, product_title, message, type, status, reason, link, created_at)
      select n.id, u.id, n."eventId", n."productId", n."productTitle", n.message, 'product_approval', n.status, n.reason, n.link, n."createdAt"
      from json_to_recordset(${JSON.stringify(rows)}::json) as n (id text, "userId" text, "eventId" bigint, "productId" text,
        "productTitle" text, message text, status text, reason text, link text, "createdAt" timestamptz)
      join users u on u.id = n."userId"
      on conflict (event_id, user_id) do nothing returning user_id`),
  )
}

/** Marks read what told admins of products that wait no more. Returns the people whose notices changed. */
export async function readSettled(tx: Tx, settled: readonly { id: number; productId: string }[]): Promise<string[]> {
  if (settled.length === 0) return []
  const decisions = JSON.stringify(settled.map(({ id, productId }) => ({ id, productId })))
  return people(
    // Locked in the order of their ids, as a person marking his own read does, so that neither waits for the other in a circle.
    await tx.execute<Affected>(sql`
      update notifications set is_read = true where id in (
        select n.id from json_to_recordset(${decisions}::json) as d (id bigint, "productId" text)
        join notifications n on n.product_id = d."productId" and n.event_id < d.id
        where n.status = 'pending' and n.type = 'product_approval' and n.link like '/admin/%' and not n.is_read order by n.id for update of n
      ) returning user_id`),
  )
}

/** Makes the bells of these people ring in every window, once each. */
export async function tellPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await tx.execute(sql`
    insert into feed_waiting (kind, item_id, owner_id)
    select 'notification.change', id, id from json_array_elements_text(${JSON.stringify(userIds)}::json) as id`)
}
