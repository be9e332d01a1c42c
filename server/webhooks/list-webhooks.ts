import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Webhook } from '#domain/webhook.ts'
import type { App } from '#server/platform/app.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import { type WebhookRow, webhookColumns } from '#server/webhooks/webhook-row.ts'

/** All endpoints, in order of creation; for admins. */
export async function listWebhooks({ db }: App): Promise<Webhook[]> {
  return await db.execute<WebhookRow>(sql`select ${webhookColumns} from webhook_endpoints order by created_at, id`)
}

/** One endpoint; for admins. Throws `not-found`. */
export async function findWebhook(db: Database | Tx, id: string): Promise<Webhook> {
  const [row] = await db.execute<WebhookRow>(sql`select ${webhookColumns} from webhook_endpoints where id = ${id}`)
  if (!row) throw new AppError('not-found')
  return row
}
