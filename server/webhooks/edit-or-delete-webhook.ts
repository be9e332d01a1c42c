import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { Webhook, WebhookInput } from '#domain/webhook.ts'
import type { App } from '#server/platform/app.ts'
import { changeWebhook, type Stored } from '#server/webhooks/change-webhook.ts'
import { assertAllowedUrl } from '#server/webhooks/create-webhook.ts'
import { findWebhook } from '#server/webhooks/list-webhooks.ts'

/** Removes an endpoint with its log; waiting deliveries are never sent. Throws `not-found`. */
export const deleteWebhook = (app: App, actor: Actor, id: string): Promise<void> =>
  changeWebhook(app, actor, id, {
    change: async (tx, where) => (await tx.execute(sql`delete from webhook_endpoints where ${where} returning id`)).length > 0,
    happened: () => ({ kind: 'webhook.delete' }),
  })

type Change = { [Key in keyof WebhookInput]?: WebhookInput[Key] | undefined }
const names = ['url', 'types', 'description', 'enabled'] as const
/** The fields whose values the history records. Not the URL, which may hold secrets: the history only has that it changed. */
const recordedFields = ['types', 'enabled'] as const

/**
 * Changes the given fields of an endpoint. A new URL, or switching it on, ends its rest and resets its failures.
 * Throws `not-found`, `private-address`.
 */
export async function editWebhook(app: App, actor: Actor, id: string, change: Change): Promise<Webhook> {
  if (change.url !== undefined) assertAllowedUrl(app, change.url, 'change.url')
  await changeWebhook(app, actor, id, {
    change: async (tx, where, stored) => {
      const { url, types, description, enabled } = merged(stored, change)
      const afresh = url !== stored.url || (enabled && !stored.enabled)
      const reset = sql`failures = 0, rest_until = null, failing_since = null, told_at = null, gone = false`
      const rows = await tx.execute(sql`
        update webhook_endpoints set url = ${url}, description = ${description}, enabled = ${enabled},
          types = array(select json_array_elements_text(${JSON.stringify(types)}::json)) ${afresh ? sql`, ${reset}` : sql``}
        where ${where} returning id`)
      return rows.length > 0
    },
    happened: (stored) => {
      const after = merged(stored, change)
      const fields = names.filter((name) => !isDeepStrictEqual(stored[name], after[name]))
      return { kind: 'webhook.edit', fields, before: only(stored, fields), after: only(after, fields), url: after.url }
    },
  })
  return findWebhook(app.db, id)
}

const merged = (stored: Stored, change: Change) => {
  const { url = stored.url, types = stored.types, description = stored.description, enabled = stored.enabled } = change
  return { url, types, description, enabled }
}

const only = (of: Pick<Stored, (typeof names)[number]>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(recordedFields.filter((name) => fields.includes(name)).map((name) => [name, of[name]]))
