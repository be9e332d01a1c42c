import { sql } from 'drizzle-orm'
import type { ShopProduct } from '#contract/public/products.ts'
import type { EventKind } from '#domain/event.ts'
import type { WebhookType } from '#domain/webhook.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import { type ShopConfig, type ShopRecord, shopColumns, shopProduct } from '#server/products/list/shop-product.ts'
import { onSale } from '#server/products/on-sale.ts'

/** What the outside is told of an event: its type and its data, in the specification's field names (docs/webhooks.md). */
export type WebhookPayload = { event: FedEvent; type: WebhookType; itemId: string; data: Record<string, unknown> }

/** What the event left: the product, if storefronts may sell it, and whether the person is a seller. */
type Left = { product: ShopProduct | null; isSeller: boolean }
type Told = Omit<WebhookPayload, 'event'> | null
type Teller = (event: FedEvent, left: Left) => Told

/** Of what nobody sees in the shop nobody is told: also of a suspended seller's products, which left and return with him. */
const onSaleOnly =
  (type: WebhookType, about: (event: FedEvent) => Record<string, unknown> = () => ({})): Teller =>
  (event, { product }) =>
    product && { type, itemId: product.id, data: { ...product, ...about(event) } }

const removed = ({ itemId, ownerId }: FedEvent, reason: string): Told => ({
  ...{ type: 'product.removed', itemId },
  data: { id: itemId, seller_id: ownerId, reason },
})

/** An account that is no seller's means nothing to a shop. */
const ofSeller =
  (type: WebhookType): Teller =>
  ({ itemId }, { isSeller }) =>
    isSeller ? { type, itemId, data: { id: itemId } } : null

/** Orders are told by their number and what happened; who bought is asked for with a key that may read it. */
const ofOrder =
  (type: WebhookType, ...facts: string[]): Teller =>
  ({ itemId, title, after }) => {
    const told = facts.flatMap((name) => (after?.[name] === undefined ? [] : [[name, after[name]]]))
    return { type, itemId, data: { id: itemId, number: title, ...Object.fromEntries(told) } }
  }
const line = ['line', 'quantity', 'status'] as const

/** That something was said, by whom, in which chat; what was said stays between them. */
const ofMessage: Teller = ({ itemId, ownerId, actorId, number }) => ({
  ...{ type: 'chat.message', itemId },
  data: { chatId: itemId, buyerId: ownerId, senderId: actorId, number },
})

const fieldsOf = ({ fields }: FedEvent) => ({ fields })

/** Nobody's business outside. */
const nobody: Teller = () => null

/**
 * What the outside is told of each kind of event. Whether something was on sale before, the history tells: archiving starts there by the
 * table of moves, the others say so.
 */
const tellers: Record<EventKind, Teller> = {
  'product.create': nobody,
  'product.submit': nobody,
  'product.edit': onSaleOnly('product.updated', fieldsOf),
  'product.withdraw': nobody,
  'product.approve': onSaleOnly('product.approved'),
  'product.reject': (event) => (event.before?.status === 'approved' ? removed(event, 'taken_down') : null),
  'product.archive': (event) => removed(event, 'archived'),
  'product.restore': onSaleOnly('product.approved'),
  'product.assign': onSaleOnly('product.updated', () => ({ fields: ['seller_id'] })),
  'product.delete': (event) => (event.before?.status === 'approved' ? removed(event, 'deleted') : null),
  'editRequest.create': nobody,
  'editRequest.edit': nobody,
  'editRequest.withdraw': nobody,
  'editRequest.approve': onSaleOnly('product.updated', fieldsOf),
  'editRequest.approvePartly': onSaleOnly('product.updated', fieldsOf),
  'editRequest.reject': nobody,
  'editRequest.supersede': nobody,
  'user.register': nobody,
  'user.profile': nobody,
  'user.password': nobody,
  'user.email': nobody,
  'user.secondFactor': nobody,
  'user.role': nobody,
  'user.suspend': ofSeller('seller.suspended'),
  'user.reactivate': ofSeller('seller.reactivated'),
  'user.close': nobody,
  'user.signOut': nobody,
  'user.invite': nobody,
  'user.uninvite': nobody,
  'message.send': nobody,
  'message.stop': nobody,
  'settings.edit': nobody,
  'order.placed': ofOrder('order.placed', 'total', 'source'),
  'order.paid': ofOrder('order.paid', 'amount', 'paymentStatus'),
  'order.refunded': ofOrder('order.refunded', 'amount', 'paymentStatus'),
  'order.shipped': ofOrder('order.shipped', ...line),
  'order.delivered': ofOrder('order.delivered', ...line),
  'order.cancelled': ofOrder('order.cancelled', ...line),
  'order.erased': ofOrder('order.erased'),
  'chat.message': ofMessage,
  'chat.solve': nobody,
  'chat.reopen': nobody,
  'chat.assign': nobody,
  'chat.block': nobody,
  'chat.unblock': nobody,
  'apiKey.create': nobody,
  'apiKey.revoke': nobody,
  'webhook.create': nobody,
  'webhook.edit': nobody,
  'webhook.reveal': nobody,
  'webhook.rotate': nobody,
  'webhook.delete': nobody,
  'webhook.disable': nobody,
  'webhook.fail': nobody,
}

/** True for an event that the outside may be told of. */
export const hasPayload = (kind: EventKind): boolean => tellers[kind] !== nobody

/** What the outside is told of these events, in their order. */
export async function payloadsOf(config: ShopConfig, events: readonly FedEvent[], tx: Tx): Promise<WebhookPayload[]> {
  const lefts = await whatTheyLeft(config, events, tx)
  return events.flatMap((event) => {
    const told = tellers[event.kind](event, lefts.get(event.id) ?? nothing)
    return told ? [{ event, ...told }] : []
  })
}

const nothing: Left = { product: null, isSeller: false }
type LeftRow = ShopRecord & { eventId: number; onSale: boolean | null; isSeller: boolean | null }

/**
 * What each event left, from its snapshot. One that has none, as its endpoint was added at the same moment, is told of what is there now.
 * Rows are built of the snapshots, so that columns and conditions are those of the shop.
 */
async function whatTheyLeft(config: ShopConfig, events: readonly FedEvent[], tx: Tx): Promise<ReadonlyMap<number, Left>> {
  const asked = events.map(({ id, kind, itemId }) => ({ id, kind, itemId }))
  const rows = await tx.execute<LeftRow & Record<string, unknown>>(sql`
    select e.id as "eventId", ${onSale} as "onSale", u.role = 'seller' as "isSeller", ${shopColumns}
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
      { product: onSale ? shopProduct({ config }, row) : null, isSeller: isSeller === true },
    ]),
  )
}
