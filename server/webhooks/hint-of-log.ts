import type { App } from '#server/platform/app.ts'
import { commit } from '#server/platform/events/commit.ts'
import { hint } from '#server/platform/events/record.ts'

/** Hints to admins that the deliveries of these endpoints changed. */
export async function hintOfLog(app: App, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length === 0) return
  await commit(app, async (tx) => {
    for (const id of endpointIds) await hint(tx, 'webhook.change', id, null)
  })
}
