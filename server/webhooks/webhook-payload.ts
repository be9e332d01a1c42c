import { sql } from 'drizzle-orm'
import type { StorefrontProduct } from '#contract/public/products.ts'
import type { EventKind } from '#domain/event.ts'
import type { WebhookType } from '#domain/webhook.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import {
  type RawStorefrontProduct,
  type StorefrontConfig,
  storefrontColumns,
  storefrontProduct,
} from '#server/products/list/storefront-product.ts'
import { onSale } from '#server/products/on-sale.ts'

/** What storefronts get about an event: type and data, in the field names of the specification (docs/webhooks.md). */
export type WebhookPayload = { event: FedEvent; type: WebhookType; itemId: string; data: Record<string, unknown> }

/** The product, if storefronts may sell it, and whether the person is a seller, as of the event. */
type Snapshot = { product: StorefrontProduct | null; isSeller: boolean }
type Payload = Omit<WebhookPayload, 'event'> | null
type PayloadMaker = (event: FedEvent, left: Snapshot) => Payload

/** Only about products on sale. The products of a suspended seller leave and return with the events about the seller. */
const onSaleOnly =
  (type: WebhookType, about: (event: FedEvent) => Record<string, unknown> = () => ({})): PayloadMaker =>
  (event, { product }) =>
    product && { type, itemId: product.id, data: { ...product, ...about(event) } }

const removed = ({ itemId, ownerId }: FedEvent, reason: string): Payload => ({
  ...{ type: 'product.removed', itemId },
  data: { id: itemId, seller_id: ownerId, reason },
})

/** Only about sellers; other accounts mean nothing to a storefront. */
const ofSeller =
  (type: WebhookType): PayloadMaker =>
  ({ itemId }, { isSeller }) =>
    isSeller ? { type, itemId, data: { id: itemId } } : null

/** Orders by number and change; the buyer is read from the public API, with a key that has the scope. */
const ofOrder =
  (type: WebhookType, ...facts: string[]): PayloadMaker =>
  ({ itemId, title, after }) => {
    const values = facts.flatMap((name) => (after?.[name] === undefined ? [] : [[name, after[name]]]))
    return { type, itemId, data: { id: itemId, number: title, ...Object.fromEntries(values) } }
  }
const line = ['line', 'quantity', 'status'] as const

/** The chat, the sender and the number of a message, without its text. */
const ofMessage: PayloadMaker = ({ itemId, ownerId, actorId, number }) => ({
  ...{ type: 'chat.message', itemId },
  data: { chatId: itemId, buyerId: ownerId, senderId: actorId, number },
})

const fieldsOf = ({ fields }: FedEvent) => ({ fields })

/** Not for storefronts. */
const none: PayloadMaker = () => null

/**
 * The payload for each kind of event. Whether the product was on sale before comes from the history: archiving starts there by the table of moves,
 * the other events record it.
 */
const payloadMakers: Record<EventKind, PayloadMaker> = {
  'product.create': none,
  'product.submit': none,
  'product.edit': onSaleOnly('product.updated', fieldsOf),
  'product.withdraw': none,
  'product.approve': onSaleOnly('product.approved'),
  'product.reject': (event) => (event.before?.status === 'approved' ? removed(event, 'taken_down') : null),
  'product.archive': (event) => removed(event, 'archived'),
  'product.restore': onSaleOnly('product.approved'),
  'product.assign': onSaleOnly('product.updated', () => ({ fields: ['seller_id'] })),
  'product.delete': (event) => (event.before?.status === 'approved' ? removed(event, 'deleted') : null),
  'editRequest.create': none,
  'editRequest.edit': none,
  'editRequest.withdraw': none,
  'editRequest.approve': onSaleOnly('product.updated', fieldsOf),
  'editRequest.approvePartly': onSaleOnly('product.updated', fieldsOf),
  'editRequest.reject': none,
  'editRequest.supersede': none,
  'user.register': none,
  'user.profile': none,
  'user.password': none,
  'user.email': none,
  'user.secondFactor': none,
  'user.role': none,
  'user.suspend': ofSeller('seller.suspended'),
  'user.reactivate': ofSeller('seller.reactivated'),
  'user.close': none,
  'user.signOut': none,
  'user.invite': none,
  'user.uninvite': none,
  'message.send': none,
  'message.stop': none,
  'settings.edit': none,
  'order.placed': ofOrder('order.placed', 'total', 'source'),
  'order.paid': ofOrder('order.paid', 'amount', 'paymentStatus'),
  'order.refunded': ofOrder('order.refunded', 'amount', 'paymentStatus'),
  'order.shipped': ofOrder('order.shipped', ...line),
  'order.delivered': ofOrder('order.delivered', ...line),
  'order.cancelled': ofOrder('order.cancelled', ...line),
  'order.erased': ofOrder('order.erased'),
  'chat.message': ofMessage,
  'chat.solve': none,
  'chat.reopen': none,
  'chat.assign': none,
  'chat.block': none,
  'chat.unblock': none,
  'apiKey.create': none,
  'apiKey.revoke': none,
  'webhook.create': none,
  'webhook.edit': none,
  'webhook.reveal': none,
  'webhook.rotate': none,
  'webhook.delete': none,
  'webhook.disable': none,
  'webhook.fail': none,
}

/** True for an event that storefronts may get. */
export const hasPayload = (kind: EventKind): boolean => payloadMakers[kind] !== none

/** The payloads for these events, in their order. */
export async function payloadsOf(config: StorefrontConfig, events: readonly FedEvent[], tx: Tx): Promise<WebhookPayload[]> {
  const snapshots = await snapshotsOf(config, events, tx)
  return events.flatMap((event) => {
    const payload = payloadMakers[event.kind](event, snapshots.get(event.id) ?? nothing)
    return payload ? [{ event, ...payload }] : []
  })
}

const nothing: Snapshot = { product: null, isSeller: false }
type SnapshotRow = RawStorefrontProduct & { eventId: number; onSale: boolean | null; isSeller: boolean | null }

/**
 * The snapshot of each event. An event without one, as its endpoint was added at the same moment, gets the present state.
 * The rows are built from the snapshots, so that columns and conditions are those of the storefront.
 */
async function snapshotsOf(config: StorefrontConfig, events: readonly FedEvent[], tx: Tx): Promise<ReadonlyMap<number, Snapshot>> {
  const asked = events.map(({ id, kind, itemId }) => ({ id, kind, itemId }))
  const rows = await tx.execute<SnapshotRow & Record<string, unknown>>(sql`
    select e.id as "eventId", ${onSale} as "onSale", u.role = 'seller' as "isSeller", ${storefrontColumns}
    from json_to_recordset(${JSON.stringify(asked)}::json) as e (id bigint, kind text, "itemId" text)
      left join webhook_snapshots kept on kept.event_id = e.id
      cross join lateral (
        select kept.product, kept.seller where kept.event_id is not null
        union all select now.product, now.seller from webhook_snapshot(e.kind, e."itemId") now where kept.event_id is null
      ) s
      cross join lateral jsonb_populate_record(null::products, s.product) products
      cross join lateral jsonb_populate_record(null::users, s.seller) u`)
  return new Map(
    rows.map(({ eventId, onSale, isSeller, ...row }) => [
      eventId,
      { product: onSale ? storefrontProduct({ config }, row) : null, isSeller: isSeller === true },
    ]),
  )
}
