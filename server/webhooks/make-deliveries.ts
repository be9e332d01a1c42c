import { sql } from 'drizzle-orm'
import type { WebhookType } from '#domain/webhook.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Consumer } from '#server/platform/events/consumers.ts'
import { hint } from '#server/platform/events/record.ts'
import type { StorefrontConfig } from '#server/products/list/storefront-product.ts'
import { hasPayload, payloadsOf, type WebhookPayload } from '#server/webhooks/webhook-payload.ts'

type Endpoint = { id: string; types: WebhookType[] }

/** The body of a message (Standard Webhooks, "Payload structure"); written once, so that all attempts sign the same text. */
export const payloadOf = (type: string, timestamp: string, data: Record<string, unknown>): string =>
  JSON.stringify({ type, timestamp, data })

/** The consumer of webhooks: queues one delivery per event for each endpoint that wants its type. */
export const makeDeliveries = (config: StorefrontConfig): Consumer => ({
  name: 'webhooks',
  concerns: hasPayload,
  consume: async (batch, tx) => {
    const endpoints = await tx.execute<Endpoint>(sql`select id, types from webhook_endpoints where enabled`)
    if (endpoints.length > 0) await write(await payloadsOf(config, batch, tx), endpoints, tx)
    await tx.execute(sql`
      delete from webhook_snapshots where event_id in (select json_array_elements_text(${JSON.stringify(batch.map(({ id }) => id))}::json)::bigint)`)
  },
})

/** Sends each payload to the database once, for all its endpoints. */
async function write(payloads: readonly WebhookPayload[], endpoints: readonly Endpoint[], tx: Tx): Promise<void> {
  const messages = payloads.map((payload) => messageFor(payload, endpoints)).filter(({ to }) => to.length > 0)
  if (messages.length === 0) return
  await tx.execute(sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, type, item_id, owner_id, payload)
    select t.id, t."endpointId", m."eventId", m.type, m."itemId", m."ownerId", m.payload
    from json_to_recordset(${JSON.stringify(messages)}::json)
      as m ("eventId" bigint, type text, "itemId" text, "ownerId" text, payload text, "to" json),
      json_to_recordset(m."to") as t (id text, "endpointId" text)
    order by m."eventId" on conflict do nothing`)
  for (const id of new Set(messages.flatMap(({ to }) => to.map(({ endpointId }) => endpointId)))) await hint(tx, 'webhook.change', id, null)
}

const messageFor = ({ event, type, itemId, data }: WebhookPayload, endpoints: readonly Endpoint[]) => ({
  eventId: event.id,
  type,
  itemId,
  ownerId: event.ownerId,
  payload: payloadOf(type, event.createdAt, data),
  to: endpoints.filter(({ types }) => types.includes(type)).map(({ id }) => ({ id: newId(), endpointId: id })),
})
