import type { App } from '#server/platform/app.ts'
import { hint } from '#server/platform/events/record.ts'

/** Admins who look at these endpoints see what became of their messages. */
export async function hintOfLog(app: App, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length === 0) return
  await app.db.transaction(async (tx) => {
    for (const id of endpointIds) await hint(tx, 'webhook.change', id, null)
  })
  app.feed.wake()
}
