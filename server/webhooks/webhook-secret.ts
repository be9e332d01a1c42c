import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { Webhook } from '#domain/webhook.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { changeWebhook } from '#server/webhooks/change-webhook.ts'
import { findWebhook } from '#server/webhooks/list-webhooks.ts'
import { newSecret, shownSecret } from '#server/webhooks/sign.ts'

/**
 * Returns the secret of an endpoint again, and records who asked for it. Throws `not-found`, and `unavailable` if it was sealed with another
 * session secret and has to be rotated.
 */
export async function revealSecret(app: App, actor: Actor, id: string): Promise<{ secret: string }> {
  let sealed = ''
  await changeWebhook(app, actor, id, {
    change: async (_, __, { secret }) => {
      sealed = secret
      return true
    },
    happened: () => ({ kind: 'webhook.reveal' }),
  })
  const secret = shownSecret(app, sealed)
  if (!secret) throw new AppError('unavailable', refusalText('webhook-secret'))
  return { secret }
}

/** The former secrets that are still valid, and the present one, which stays valid for `overlapMs`. */
const formerWithThis = sql`(select coalesce(jsonb_agg(f order by f->>'until'), '[]') from jsonb_array_elements(former_secrets) f
    where (f->>'until')::timestamptz > now())
  || jsonb_build_object('secret', secret, 'until', now() + ${limits.webhook.overlapMs} * interval '1 millisecond')`

/**
 * Gives an endpoint a new secret. Each former one keeps signing for a day after its own rotation, so that receivers have time to change.
 * Throws `not-found`, and `too-many-requests` if after so many rotations too many secrets would sign.
 */
export async function rotateSecret(app: App, actor: Actor, id: string): Promise<{ webhook: Webhook; secret: string }> {
  const { rotationsMax: max, overlapMs: windowMs } = limits.webhook
  await assertWithinLimit(app, [{ of: ['rotate', id], max, windowMs }])
  const sealed = newSecret(app)
  await changeWebhook(app, actor, id, {
    change: async (tx, where) => {
      const rows = await tx.execute(sql`
        update webhook_endpoints set former_secrets = ${formerWithThis}, secret = ${sealed},
          previous_until = now() + ${limits.webhook.overlapMs} * interval '1 millisecond'
        where ${where} returning id`)
      return rows.length > 0
    },
    happened: () => ({ kind: 'webhook.rotate', fields: ['secret'] }),
  })
  return { webhook: await findWebhook(app.db, id), secret: shownSecret(app, sealed) ?? '' }
}
