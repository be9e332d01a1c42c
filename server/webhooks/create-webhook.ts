import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { Webhook, WebhookInput } from '#domain/webhook.ts'
import type { App } from '#server/platform/app.ts'
import { locks } from '#server/platform/database/locks.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'
import { isForbidden } from '#server/webhooks/addresses.ts'
import { newSecret, shownSecret } from '#server/webhooks/sign.ts'
import { titleOf, type WebhookRow, webhookColumns } from '#server/webhooks/webhook-row.ts'

/** Throws `private-address` for a URL that nothing would ever be sent to; names are resolved at each attempt. */
export function assertAllowedUrl({ settings }: Pick<App, 'settings'>, url: string, field: string): void {
  if (isForbidden(new URL(url), settings.current().webhooksPrivate)) throw new AppError('private-address', { field })
}

/** Adds an endpoint, which gets events from now on. Throws `private-address`, `too-many-webhooks`. */
export async function createWebhook(app: App, actor: Actor, input: WebhookInput): Promise<{ webhook: Webhook; secret: string }> {
  assertAllowedUrl(app, input.url, 'url')
  const { url, types, description, enabled } = input
  const id = newId()
  const secret = newSecret(app)
  const webhook = await commit(app, async (tx) => {
    // A lock, so that of two endpoints added at once the second counts the first.
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.webhooks})`)
    const [made] = await tx.execute<WebhookRow>(sql`
      insert into webhook_endpoints (id, url, types, description, enabled, secret)
      select ${id}, ${url}, array(select json_array_elements_text(${JSON.stringify(types)}::json)), ${description}, ${enabled}, ${secret}
      where (select count(*) from webhook_endpoints) < ${limits.webhook.endpointsMax} and ${stillActive(actor)}
      returning ${webhookColumns}`)
    if (!made) return null
    const after = { types, enabled }
    await record(tx, { kind: 'webhook.create', itemId: id, ownerId: null, actorId: actor.id, title: titleOf(url), after })
    return made
  })
  return webhook ? { webhook, secret: shownSecret(app, secret) ?? '' } : rejectInactive(app, actor, 'too-many-webhooks')
}
