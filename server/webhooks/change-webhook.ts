import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { type NewEvent, record } from '#server/platform/events/record.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'
import { titleOf } from '#server/webhooks/webhook-row.ts'

type Kind = Extract<NewEvent['kind'], `webhook.${string}`>
export type Stored = { url: string; types: string[]; description: string; enabled: boolean; secret: string }
type Change = {
  /** Runs the statement that changes the endpoint under this condition; true if it changed a row. */
  change: (tx: Tx, where: SQL, stored: Stored) => Promise<boolean>
  happened: (stored: Stored) => Pick<NewEvent, 'fields' | 'before' | 'after'> & { url?: string; kind: Kind }
}

/**
 * Changes a locked endpoint and records it in the same transaction. Throws `not-found`, and as `assertActive` if the actor is no longer an
 * active admin.
 */
export async function changeWebhook(app: App, actor: Actor, id: string, { change, happened }: Change): Promise<void> {
  const done = await commit(app, async (tx) => {
    const [stored] = await tx.execute<Stored>(sql`
      select url, types, description, enabled, secret from webhook_endpoints where id = ${id} and ${stillActive(actor)} for update`)
    if (!stored || !(await change(tx, sql`webhook_endpoints.id = ${id} and ${stillActive(actor)}`, stored))) return false
    const { url = stored.url, ...event } = happened(stored)
    if (event.kind !== 'webhook.edit' || (event.fields?.length ?? 0) > 0)
      await record(tx, { ...event, itemId: id, ownerId: null, actorId: actor.id, title: titleOf(url) })
    return true
  })
  if (!done) await rejectInactive(app, actor, 'not-found')
}
