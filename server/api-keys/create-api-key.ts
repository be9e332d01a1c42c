import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ApiKey, NewApiKey } from '#domain/api-key.ts'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import { apiKeyColumns, hashOf } from '#server/api-keys/api-key-row.ts'
import type { App } from '#server/platform/app.ts'
import { locks } from '#server/platform/database/locks.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { record } from '#server/platform/events/record.ts'
import { stillActive } from '#server/sessions/still-active.ts'
import { refuseInactive } from '#server/sessions/why-inactive.ts'

/** How every key begins, so that one that leaked is recognised for what it is. */
const prefix = 'bsk_'
const hintLength = prefix.length + 6

/** Makes a key; it is told here and never again. Throws `too-many-keys`, and as every write of an admin does. */
export async function createApiKey(app: App, actor: Actor, { name, scopes }: NewApiKey): Promise<ApiKey & { key: string }> {
  const key = prefix + randomBytes(limits.apiKey.bytes).toString('base64url')
  const id = newId()
  const made = await app.db.transaction(async (tx) => {
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
  if (!made) {
    await refuseInactive(app, actor)
    throw new AppError('too-many-keys')
  }
  app.feed.wake()
  return { ...made, key }
}
