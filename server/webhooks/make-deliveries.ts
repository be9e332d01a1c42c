import { sql } from 'drizzle-orm'
import type { WebhookType } from '#domain/webhook.ts'
import type { Tx } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { FedEvent } from '#server/events/consumers.ts'
import { hint } from '#server/events/record.ts'
import { type Telling, tellingsOf } from '#server/webhooks/telling-of.ts'

type Endpoint = { id: string; types: WebhookType[] }

/** The body of a message (Standard Webhooks, "Payload structure"); written once, so that what is signed is the same over all attempts. */
export const payloadOf = (type: string, timestamp: string, data: Record<string, unknown>): string =>
  JSON.stringify({ type, timestamp, data })

/** The consumer behind the webhooks: what happened waits for each endpoint that wants to hear of it, once per event and endpoint. */
export async function makeDeliveries(batch: readonly FedEvent[], tx: Tx): Promise<void> {
  const endpoints = await tx.execute<Endpoint>(sql`select id, types from webhook_endpoints where enabled`)
  const tellings = endpoints.length > 0 ? await tellingsOf(batch, tx) : []
  const rows = tellings.flatMap((telling) =>
    endpoints.filter(({ types }) => types.includes(telling.type)).map(({ id }) => rowFor(telling, id)),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, type, item_id, owner_id, payload)
    select r.* from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id text, "endpointId" text, "eventId" bigint, type text, "itemId" text, "ownerId" text, payload text)
    order by "eventId" on conflict do nothing`)
  for (const id of new Set(rows.map(({ endpointId }) => endpointId))) await hint(tx, 'webhook.change', id, null)
}

const rowFor = ({ event, type, itemId, data }: Telling, endpointId: string) => ({
  ...{ id: newId(), endpointId, eventId: event.id, type, itemId, ownerId: event.ownerId },
  payload: payloadOf(type, event.createdAt, data),
})
