import { sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { orderNumberIn } from '#domain/order-rules.ts'
import type { NamedText } from '#domain/shape-texts.ts'
import type { Attempt, Delivery, DeliveryDetail } from '#domain/webhook.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { pageOf, placeIn } from '#server/platform/database/newest-first.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sentenceOf } from '#server/platform/problem-texts.ts'
import { findWebhook } from '#server/webhooks/list-webhooks.ts'
import { type DeliveryRow, deliveryColumns, deliveryFromRow } from '#server/webhooks/webhook-row.ts'

/** Names in full, which indexes find however long the log is. */
const isAbout = (search: string) => sql`(id in (${search}, lower(${search})) or item_id = any(array(
  select ${search} union select lower(${search}) union select id from orders where number in (${search}, ${orderNumberIn(search)}))))`

/** The deliveries of an endpoint, newest first; for admins. Throws `not-found`, `invalid-argument` for an invalid cursor. */
export async function listDeliveries(
  app: App,
  { id, status, search, type, cursor, limit }: Inputs['webhooks']['deliveries'],
): Promise<{ rows: Delivery[]; next: string | null }> {
  const after = placeIn(cursor)
  await findWebhook(app.db, id)
  const rows = await app.db.execute<DeliveryRow>(sql`
    select ${deliveryColumns} from webhook_deliveries where endpoint_id = ${id}
      ${status ? sql`and status = ${status}` : sql``} ${type ? sql`and type = ${type}` : sql``}
      ${search ? sql`and ${isAbout(search)}` : sql``}
      ${after ? sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id})` : sql``}
    order by webhook_deliveries.created_at desc, id desc limit ${limit + 1}`)
  const page = pageOf(
    rows.map((row) => ({ ...deliveryFromRow(row), createdAt: row.created_at })),
    limit,
  )
  return { rows: page.rows.map(({ createdAt, ...row }) => row), next: page.next }
}

/** A delivery with its payload and the answers to its attempts; for admins. Throws `not-found`. */
export async function findDelivery({ db }: Pick<App, 'db'>, id: string): Promise<DeliveryDetail> {
  const [row] = await db.execute<DeliveryRow & { payload: string | null }>(sql`
    select ${deliveryColumns}, webhook_deliveries.payload from webhook_deliveries where id = ${id}`)
  if (!row) throw new AppError('not-found')
  const tries = await db.execute<Attempt & { named: NamedText | null }>(sql`
    select ${isoSql('created_at')} as at, status, ms, answer, error, named
    from webhook_attempts where delivery_id = ${id} order by webhook_attempts.id desc limit ${limits.webhook.triesShown}`)
  return {
    ...deliveryFromRow(row),
    tries: tries.map(({ named, error, ...attempt }) => ({ ...attempt, error: sentenceOf({ message: error, named }) })),
  }
}
