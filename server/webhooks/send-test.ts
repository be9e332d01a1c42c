import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import { type Delivery, testType } from '#domain/webhook.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { tryOnce } from '#server/platform/rate-limits/attempts.ts'
import { stillActive } from '#server/sessions/still-active.ts'
import { refuseInactive } from '#server/sessions/why-inactive.ts'
import { findWebhook } from '#server/webhooks/list-webhooks.ts'
import { payloadOf } from '#server/webhooks/make-deliveries.ts'
import { type DeliveryRow, deliveryColumns } from '#server/webhooks/webhook-row.ts'

const { testsPerHour: max, windowMs } = limits.webhook

/**
 * Puts a message in the queue that says nothing but that it is a test. Throws `not-found`, `wrong-status` where the endpoint is switched off,
 * `too-many-requests`.
 */
export async function sendTest(app: App, actor: Actor, id: string): Promise<Delivery> {
  await tryOnce(app, [{ of: ['webhook test', actor.id], max, windowMs }])
  const payload = payloadOf(testType, new Date().toISOString(), { webhook_id: id })
  const [made] = await app.db.execute<DeliveryRow>(sql`
    insert into webhook_deliveries (id, endpoint_id, type, payload)
    select ${newId()}, webhook_endpoints.id, ${testType}, ${payload} from webhook_endpoints
    where webhook_endpoints.id = ${id} and enabled and ${stillActive(actor)} returning ${deliveryColumns}`)
  if (made) return made
  await refuseInactive(app, actor)
  await findWebhook(app.db, id)
  throw new AppError('wrong-status', { message: 'This endpoint is switched off. Switch it on to test it.' })
}
