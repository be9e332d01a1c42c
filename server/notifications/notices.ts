import { type EventKind, eventRows, type NoticeRow, type NoticeText } from '#domain/event-kinds.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import type { NoticeValues } from '#server/platform/events/sentences.ts'

/** A notification of an event: its recipients, and its text with the values in it. */
export type Notice = NoticeRow & { text: NoticeText; textValues: NoticeValues }

/** The notifications of an event, as its row names them (product §6). */
export function noticesOf(event: FedEvent): Notice[] {
  const rows = [eventRows[event.kind].notice ?? []].flat() as NoticeRow[]
  const textValues = valuesOf(event)
  // The compiler knows the texts of all rows; one row alone has any text.
  return rows.filter((row) => row.if?.(event) ?? true).map((row) => ({ ...row, text: (row.text ?? event.kind) as NoticeText, textValues }))
}

/** The title of an event about a person is their name, which no sentence to them has. */
const valuesOf = ({ kind, title, before, after }: FedEvent): NoticeValues => ({
  title: kind.startsWith('user.') ? null : title,
  ...(typeof after?.title === 'string' && { line: after.title }),
  ...(typeof after?.quantity === 'number' && { quantity: after.quantity }),
  ...(before?.editRequestId ? { dropped: true } : {}),
})

/** True for an event after which nothing of the product waits any more: the admins' notifications about it become read (product §6). */
export const settles = ({ kind }: Pick<FedEvent, 'kind'>): boolean => eventRows[kind].settles === true

/** True if the seller shipped a line, or need not any more. What others shipped, the seller has not seen. */
export const endsShipping = ({ kind, actorId, ownerId }: FedEvent): boolean =>
  kind === 'order.cancelled' || (kind === 'order.shipped' && actorId === ownerId)

/** True for an event that changes a bell. */
export const isNoticed = (kind: EventKind): boolean =>
  eventRows[kind].notice !== undefined || eventRows[kind].undoes !== undefined || settles({ kind }) || kind === 'order.shipped'

/** The link of a notification: admins come to the item in its queue, owners to their product, or to their list if it is about none. */
export function linkOf({ to }: Notice, { kind, itemId }: Pick<FedEvent, 'kind' | 'itemId'>, productId: string | null): string | null {
  if (to === 'person') return null
  if (to === 'sellers' || to === 'seller') return `/seller/orders/${encodeURIComponent(itemId)}`
  if (to === 'operators' && kind.startsWith('user.')) return `/admin/users/${encodeURIComponent(itemId)}`
  if (to === 'operators') return `/admin/settings/webhooks/${encodeURIComponent(itemId)}`
  if (to === 'owner' && productId !== null) return `/seller/products/edit/${encodeURIComponent(productId)}`
  // The product was deleted, or an imported request never named one: the list shows what is left.
  if (to !== 'admins') return '/seller/products'
  if (kind.startsWith('editRequest.')) return `/admin/edit-requests?request=${encodeURIComponent(itemId)}`
  return `/admin/product-approval?product=${encodeURIComponent(productId ?? itemId)}`
}
