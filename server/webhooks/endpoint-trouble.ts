import { sql } from 'drizzle-orm'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { titleOf } from '#server/webhooks/webhook-row.ts'

type Named = { id: string; url: string }

const recorded = async (tx: Tx, kind: 'webhook.disable' | 'webhook.fail', { id, url }: Named): Promise<void> => {
  await record(tx, { kind, itemId: id, ownerId: null, actorId: null, title: titleOf(url), ...(kind === 'webhook.disable' && switchedOff) })
}
const switchedOff = { fields: ['enabled'], before: { enabled: true }, after: { enabled: false } }

/** Switches off an endpoint that answered 410 Gone; the event notifies admins. */
export async function disableGone(app: App, endpointId: string): Promise<void> {
  await commit(app, async (tx) => {
    const rows = await tx.execute<Named>(sql`
      update webhook_endpoints set enabled = false, gone = true where id = ${endpointId} and enabled returning id, url`)
    for (const row of rows) await recorded(tx, 'webhook.disable', row)
  })
}

/** Records once for each endpoint that it has not accepted a message for a day. */
export async function recordFailing(app: App): Promise<void> {
  await commit(app, async (tx) => {
    const rows = await tx.execute<Named>(sql`
      update webhook_endpoints set told_at = now()
      where enabled and told_at is null and failing_since < now() - ${limits.webhook.failingMs} * interval '1 millisecond' returning id, url`)
    for (const row of rows) await recorded(tx, 'webhook.fail', row)
  })
}
