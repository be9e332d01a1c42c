import { type SQL, sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { type Delivery, testType } from '#domain/webhook.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'
import { hintOfLog } from '#server/webhooks/hint-of-log.ts'
import { findDelivery } from '#server/webhooks/list-deliveries.ts'
import { findWebhook } from '#server/webhooks/list-webhooks.ts'
import { payloadOf } from '#server/webhooks/make-deliveries.ts'
import { type DeliveryRow, deliveryColumns, deliveryFromRow } from '#server/webhooks/webhook-row.ts'

const { testsPerHour: max, windowMs } = limits.webhook

/** Queues a test message. Throws `not-found`, `wrong-status` if the endpoint is switched off, `too-many-requests`. */
export async function sendTest(app: App, actor: Actor, id: string): Promise<Delivery> {
  await assertWithinLimit(app, [{ of: ['webhook test', actor.id], max, windowMs }])
  const payload = payloadOf(testType, new Date().toISOString(), { webhook_id: id })
  const [made] = await app.db.execute<DeliveryRow>(sql`
    insert into webhook_deliveries (id, endpoint_id, type, payload)
    select ${newId()}, webhook_endpoints.id, ${testType}, ${payload} from webhook_endpoints
    where webhook_endpoints.id = ${id} and enabled and ${stillActive(actor)} returning ${deliveryColumns}`)
  if (made) return deliveryFromRow(made)
  await assertActive(app, actor)
  await findWebhook(app.db, id)
  throw new AppError('wrong-status', refusalText('endpoint-off-test'))
}

/** Queues deliveries again, under the same ids and with all attempts ahead; ends the rest of the endpoint. */
const again = (where: SQL, actor: Actor, returning: SQL, answer: SQL): SQL => sql`
  with again as (
    update webhook_deliveries set status = 'waiting', attempts = 0, due_at = now(), queued_at = now(), last_error = null
    where ${where} and payload is not null and ${stillActive(actor)}
      and exists (select from webhook_endpoints e where e.id = endpoint_id and e.enabled)
    returning ${returning}
  ), woken as (
    update webhook_endpoints set rest_until = null where id in (select endpoint_id from again)
  )
  select ${answer} from again webhook_deliveries`

const switchedOff = () => new AppError('wrong-status', refusalText('endpoint-off'))

/** Sends one delivery again, whatever its status. Throws `not-found`, `payload-blanked`, `wrong-status` if its endpoint is switched off. */
export async function replayDelivery(app: App, actor: Actor, id: string): Promise<Delivery> {
  const [row] = await app.db.execute<DeliveryRow>(again(sql`id = ${id}`, actor, sql`*`, deliveryColumns))
  if (!row) {
    await assertActive(app, actor)
    const { payload } = await findDelivery(app, id)
    throw payload === null ? new AppError('payload-blanked') : switchedOff()
  }
  await hintOfLog(app, [row.webhookId])
  return deliveryFromRow(row)
}

/** Sends all dead deliveries of an endpoint again, or those made since a moment. Throws `not-found`, `wrong-status` if it is switched off. */
export async function replayDead(app: App, actor: Actor, { id, since }: Inputs['webhooks']['replayDead']): Promise<{ count: number }> {
  const made = since ? sql` and created_at >= ${since}::timestamptz` : sql``
  const dead = sql`endpoint_id = ${id} and status = 'dead'${made}`
  // After a long outage these are many, with large payloads, so they are counted in the database.
  const [row] = await app.db.execute<{ count: number }>(again(dead, actor, sql`endpoint_id`, sql`count(*)::int as count`))
  const count = row?.count ?? 0
  if (count > 0) await hintOfLog(app, [id])
  else {
    await assertActive(app, actor)
    if (!(await findWebhook(app.db, id)).enabled) throw switchedOff()
  }
  return { count }
}
