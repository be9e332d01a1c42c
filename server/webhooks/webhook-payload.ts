import { sql } from 'drizzle-orm'
import type { StorefrontProduct } from '#contract/public/products.ts'
import { type EventKind, eventRows, type WebhookRow } from '#domain/event-kinds.ts'
import type { WebhookType } from '#domain/webhook-types.ts'
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
/** The item and data of a payload; null if the event means nothing to a storefront. */
type PayloadMaker<Row> = (event: FedEvent, row: Row, left: Snapshot) => Omit<WebhookPayload, 'event' | 'type'> | null

/** The payload for each kind of data that the row of an event may name. */
const payloadMakers: { [Data in WebhookRow['data']]: PayloadMaker<Extract<WebhookRow, { data: Data }>> } = {
  // Only products on sale. The products of a suspended seller leave and return with the events about the seller.
  product: ({ fields }, { type }, { product }) =>
    product && { itemId: product.id, data: { ...product, ...(type === 'product.updated' && { fields }) } },
  removal: ({ itemId, ownerId, before }, { reason }) =>
    before?.status === 'approved' ? { itemId, data: { id: itemId, seller_id: ownerId, reason } } : null,
  // Other accounts mean nothing to a storefront.
  seller: ({ itemId }, _, { isSeller }) => (isSeller ? { itemId, data: { id: itemId } } : null),
  order: ({ itemId, title, after }, { facts }) => {
    const values = facts.flatMap((name) => (after?.[name] === undefined ? [] : [[name, after[name]]]))
    return { itemId, data: { id: itemId, number: title, ...Object.fromEntries(values) } }
  },
  message: ({ itemId, ownerId, actorId, number }) => ({ itemId, data: { chatId: itemId, buyerId: ownerId, senderId: actorId, number } }),
}

/** True for an event that storefronts may get. */
export const hasPayload = (kind: EventKind): boolean => eventRows[kind].webhook !== undefined

/** The payloads for these events, in their order. */
export async function payloadsOf(config: StorefrontConfig, events: readonly FedEvent[], tx: Tx): Promise<WebhookPayload[]> {
  const snapshots = await snapshotsOf(config, events, tx)
  return events.flatMap((event) => {
    const row = eventRows[event.kind].webhook
    const payload = row && (payloadMakers[row.data] as PayloadMaker<WebhookRow>)(event, row, snapshots.get(event.id) ?? nothing)
    return payload ? [{ event, type: row.type, ...payload }] : []
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
