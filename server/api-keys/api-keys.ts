import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ApiKey, NewApiKey } from '#domain/api-key.ts'
import type { Actor } from '#domain/user.ts'
import { apiKeyColumns, hashOf } from '#server/api-keys/api-key-row.ts'
import type { App } from '#server/platform/app.ts'
import { locks } from '#server/platform/database/locks.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { rejectEnded, rejectInactive, stillActive } from '#server/sessions/still-active.ts'

/** The prefix of every key, by which a leaked key is recognised. */
const prefix = 'bsk_'
const hintLength = prefix.length + 6

/** Creates a key and returns it, for the only time. Throws `too-many-keys`, and what every write of an admin throws. */
export async function createApiKey(app: App, actor: Actor, { name, scopes }: NewApiKey): Promise<ApiKey & { key: string }> {
  const key = prefix + randomBytes(limits.apiKey.bytes).toString('base64url')
  const id = newId()
  const made = await commit(app, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.apiKeys})`)
    const [row] = await tx.execute<ApiKey>(sql`
      insert into api_keys (id, name, hash, hint, scopes, created_by)
      select ${id}, ${name}, ${hashOf(key)}, ${key.slice(0, hintLength)},
        array(select json_array_elements_text(${JSON.stringify(scopes)}::json)), ${actor.id}
      where ${stillActive(actor)} and (select count(*) from api_keys where revoked_at is null) < ${limits.apiKey.keptMax}
      returning ${apiKeyColumns}`)
    if (!row) return null
    await record(tx, { kind: 'apiKey.create', itemId: id, ownerId: null, actorId: actor.id, title: name, after: { scopes } })
    return row
  })
  return made ? { ...made, key } : rejectInactive(app, actor, 'too-many-keys')
}

/** Active keys, then the last revoked ones, each newest first; for admins. */
export async function listApiKeys({ db }: App): Promise<ApiKey[]> {
  return await db.execute<ApiKey>(sql`
    (select ${apiKeyColumns} from api_keys where revoked_at is null order by created_at desc, id desc)
    union all
    (select ${apiKeyColumns} from api_keys where revoked_at is not null order by revoked_at desc, id desc limit ${limits.apiKey.revokedShown})`)
}

/** Revokes a key from the commit on, even for requests in progress. Throws `not-found`, and `wrong-status` if it is already revoked. */
export async function revokeApiKey(app: App, actor: Actor, id: string): Promise<ApiKey> {
  const ended = await commit(app, async (tx) => {
    const [revoked] = await tx.execute<ApiKey>(sql`
      update api_keys set revoked_at = now(), revoked_by = ${actor.id}
      where id = ${id} and revoked_at is null and ${stillActive(actor)} returning ${apiKeyColumns}`)
    if (!revoked) return null
    await record(tx, { kind: 'apiKey.revoke', itemId: id, ownerId: null, actorId: actor.id, title: revoked.name })
    return revoked
  })
  return ended ?? rejectEnded(app, actor, 'api_keys', id)
}
