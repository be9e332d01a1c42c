import { type SQL, sql } from 'drizzle-orm'
import type { NamedText } from '#domain/shape-texts.ts'
import type { Delivery, Webhook } from '#domain/webhook.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { sentenceOf } from '#server/platform/problem-texts.ts'

const isoIf = (condition: string, column: string): SQL => sql`case when ${sql.raw(condition)} then ${isoSql(column)} end`
const count = (status: string): SQL =>
  sql.raw(`(select count(*)::int from webhook_deliveries d where d.endpoint_id = webhook_endpoints.id and d.status = '${status}')`)

/** The columns of a `Webhook`, without its secrets. */
export const webhookColumns = sql`webhook_endpoints.id, url, types, description, enabled, gone,
  ${isoIf('previous_until > now()', 'previous_until')} as "previousUntil", ${isoSql('failing_since')} as "failingSince",
  ${isoIf('enabled and rest_until > now()', 'rest_until')} as "restsUntil", ${isoSql('last_delivered_at')} as "lastDeliveredAt",
  ${count('waiting')} as waiting, ${count('dead')} as dead, ${isoSql('webhook_endpoints.created_at')} as created_at`
export type WebhookRow = Webhook & Record<string, unknown>

/** The columns of a `Delivery`, from `webhook_deliveries`. */
export const deliveryColumns = sql`webhook_deliveries.id, webhook_deliveries.endpoint_id as "webhookId", webhook_deliveries.type,
  webhook_deliveries.status, webhook_deliveries.attempts, webhook_deliveries.last_status as "lastStatus",
  webhook_deliveries.last_error as "lastError",
  case when webhook_deliveries.last_problem->>'message' = webhook_deliveries.last_error then webhook_deliveries.last_problem->'named' end as "lastNamed",
  ${isoIf("webhook_deliveries.status = 'waiting'", 'webhook_deliveries.due_at')} as due, ${isoSql('webhook_deliveries.created_at')} as created_at`
export type DeliveryRow = Delivery & { lastNamed: NamedText | null }

/** A delivery as it is sent over the wire. */
export function deliveryFromRow<Row extends DeliveryRow>({ lastNamed, ...row }: Row): Omit<Row, 'lastNamed'> {
  return { ...row, lastError: sentenceOf({ message: row.lastError, named: lastNamed }) }
}

/** The title of an endpoint in the history: its host, as the rest of the URL may hold secrets. */
export const titleOf = (url: string): string => new URL(url).host
