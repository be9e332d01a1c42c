import { sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { changeWebhook } from '#server/webhooks/change-webhook.ts'

/** Removes an endpoint with its log; what waits for it is never sent. Throws `not-found`. */
export const deleteWebhook = (app: App, actor: Actor, id: string): Promise<void> =>
  changeWebhook(app, actor, id, {
    change: async (tx, where) => (await tx.execute(sql`delete from webhook_endpoints where ${where} returning id`)).length > 0,
    happened: () => ({ kind: 'webhook.delete' }),
  })
