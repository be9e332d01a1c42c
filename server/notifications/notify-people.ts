import { and, eq, inArray, sql } from 'drizzle-orm'
import { eventRows, undoOf } from '#domain/event-kinds.ts'
import { endsShipping, linkOf, type Notice, noticesOf, settles } from '#server/notifications/notices.ts'
import { hintPeople, type NewNotice, readSettled, readShipped, withdrawUndone, writeNotices } from '#server/notifications/write-notices.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { editRequests } from '#server/platform/database/tables/edit-requests.ts'
import { orderSellers } from '#server/platform/database/tables/orders.ts'
import { users } from '#server/platform/database/tables/users.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import { titleBefore } from '#server/platform/events/title-before.ts'

/**
 * The consumer behind the bell: notifies the people an event concerns, once each, and marks read what no longer waits: the admins' notifications
 * of a decided product, and the sellers' of an order (product §6). What was undone is withdrawn.
 */
export async function notifyPeople(batch: readonly FedEvent[], tx: Tx): Promise<void> {
  const events = await aboutProducts(await titled(batch, tx), tx)
  const due = events.flatMap((event) => noticesOf(event).map((notice) => ({ event, notice })))
  const admins = due.some(({ notice }) => toAdmins(notice)) ? await activeAdmins(tx) : []
  const ordered = due.flatMap(({ event, notice }) => (notice.to === 'sellers' ? [event.itemId] : []))
  const sellers = await sellersOf(ordered, tx)
  const rows = inOrder(
    due.flatMap(({ event, notice }) => recipients(event, notice, { admins, sellers }).map((userId) => rowFor(userId, event, notice))),
  )
  const undos = events.filter(({ kind }) => eventRows[kind].undoes).map(({ id }) => id)
  const written = await writeNotices(tx, rows)
  const withdrawn = await withdrawUndone(tx, undos)
  const read = [...(await readSettled(tx, events.filter(settles))), ...(await readShipped(tx, events.filter(endsShipping)))]
  const affected = new Set([...written, ...withdrawn, ...read])
  await hintPeople(tx, [...affected])
}

type Many = { admins: string[]; sellers: ReadonlyMap<string, string[]> }

/** True for what waits for a decision or is about the installation. */
const toAdmins = ({ to }: Notice): boolean => to === 'admins' || to === 'operators'

function recipients({ itemId, ownerId, before }: FedEvent, notice: Notice, { admins, sellers }: Many): string[] {
  if (toAdmins(notice)) return admins
  if (notice.to === 'sellers') return sellers.get(itemId) ?? []
  const person = notice.to === 'sellerBefore' ? before?.seller_id : ownerId
  return typeof person === 'string' ? [person] : []
}

/** True for notifications that are not about a product; the preference for information applies to them. */
const isInfo = ({ to }: Notice) => to === 'person' || to === 'sellers' || to === 'seller' || to === 'operators'

const rowFor = (userId: string, { id, kind, itemId, productId, title, reason, createdAt }: ProductEvent, notice: Notice): NewNotice => ({
  id: newId(),
  userId,
  eventId: id,
  type: isInfo(notice) ? 'info' : 'product_approval',
  // Suspensions and reactivations send separate mails.
  byMail: notice.to !== 'person',
  productId: isInfo(notice) ? null : productId,
  productTitle: isInfo(notice) ? null : title,
  text: notice.text,
  textValues: notice.textValues,
  status: notice.status ?? null,
  reason: notice.withReason ? reason : null,
  link: linkOf(notice, { kind, itemId }, productId === itemId && kind.startsWith('editRequest.') ? null : productId),
  createdAt,
  canBeUndone: undoOf.has(kind),
})

/** Gives the rows ids that sort in the order of the events: the list sorts by id where two events share a millisecond. */
function inOrder(rows: NewNotice[]): NewNotice[] {
  const ids = rows.map(({ id }) => id).sort()
  return rows.map((row, at) => ({ ...row, id: ids[at] ?? row.id }))
}

async function activeAdmins(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.status, 'active')))
  return rows.map(({ id }) => id)
}

/** The sellers to whom these orders are new: all who have a line in them, unless it was shipped before it arrived, and so without a time. */
async function sellersOf(orders: readonly string[], tx: Tx): Promise<Map<string, string[]>> {
  if (orders.length === 0) return new Map()
  const isNew = sql`exists (select from order_lines l where l.order_id = ${orderSellers.orderId} and l.seller_id = ${orderSellers.sellerId}
    and (l.status not in ('shipped', 'delivered') or l.shipped_at is not null))`
  const rows = await tx
    .select({ orderId: orderSellers.orderId, sellerId: orderSellers.sellerId })
    .from(orderSellers)
    .where(and(inArray(orderSellers.orderId, [...orders]), isNew))
  const grouped = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map([...grouped].map(([orderId, found]) => [orderId, found.map(({ sellerId }) => sellerId)]))
}

type ProductEvent = FedEvent & { productId: string }

/** The events with the products they are about; for an edit request, the product it wants to change. */
async function aboutProducts(batch: readonly FedEvent[], tx: Tx): Promise<ProductEvent[]> {
  const requests = batch.filter(({ kind }) => kind.startsWith('editRequest.')).map(({ itemId }) => itemId)
  const wanted = inArray(editRequests.id, requests)
  const rows =
    requests.length > 0 ? await tx.select({ id: editRequests.id, productId: editRequests.productId }).from(editRequests).where(wanted) : []
  const products = new Map(rows.map(({ id, productId }) => [id, productId]))
  return batch.map((event) => ({ ...event, productId: products.get(event.itemId) ?? event.itemId }))
}

/** The events with the title that their product had then; if no event has it, with the present title. */
async function titled(batch: readonly FedEvent[], tx: Tx): Promise<FedEvent[]> {
  const unnamed = batch.filter(({ kind, title }) => title === null && kind.startsWith('product.')).map(({ id }) => id)
  if (unnamed.length === 0) return [...batch]
  const rows = await tx.execute<{ id: string; title: string | null }>(sql`
    select e.id::text as id, coalesce(${sql.raw(titleBefore)}, p.title) as title
    from events e left join products p on p.id = e.item_id where ${inArray(sql`e.id`, unnamed)}`)
  const titles = new Map(rows.map(({ id, title }) => [Number(id), title]))
  return batch.map((event) => ({ ...event, title: event.title ?? titles.get(event.id) ?? null }))
}
