import { sql } from 'drizzle-orm'
import type { ApiKey } from '#domain/api-key.ts'
import type { Actor } from '#domain/user.ts'
import { apiKeyColumns } from '#server/api-keys/api-key-row.ts'
import type { App } from '#server/platform/app.ts'
import { record } from '#server/platform/events/record.ts'
import { refuseEnded } from '#server/sessions/refuse-ended.ts'
import { stillActive } from '#server/sessions/still-active.ts'

/** From this commit on the key opens nothing, also what is under way. Throws `not-found`, and `wrong-status` where it was revoked before. */
export async function revokeApiKey(app: App, actor: Actor, id: string): Promise<ApiKey> {
  const row = await app.db.transaction(async (tx) => {
    const [revoked] = await tx.execute<ApiKey>(sql`
      update api_keys set revoked_at = now(), revoked_by = ${actor.id}
      where id = ${id} and revoked_at is null and ${stillActive(actor)} returning ${apiKeyColumns}`)
    if (!revoked) return null
    await record(tx, { kind: 'apiKey.revoke', itemId: id, ownerId: null, actorId: actor.id, title: revoked.name })
    return revoked
  })
  if (!row) return refuseEnded(app, actor, 'api_keys', id)
  app.feed.wake()
  return row
}
