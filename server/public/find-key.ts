import { sql } from 'drizzle-orm'
import type { KeyActor, Scope } from '#domain/api-key.ts'
import { AppError } from '#domain/errors.ts'
import { hashOf } from '#server/api-keys/api-key-row.ts'
import type { App } from '#server/platform/app.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { limits } from '#server/platform/limits/limits.ts'

const used = `${limits.apiKey.usedMs} milliseconds`
type Row = { id: string; name: string; scopes: Scope[]; stale: boolean }

const find = preparedStatement<Row>(sql`
  select id, name, scopes, coalesce(last_used_at < now() - ${sql.raw(`interval '${used}'`)}, true) as stale
  from api_keys where hash = ${sql.placeholder('hash')} and revoked_at is null`)

const shape = /^Bearer +(bsk_[\w-]{43})$/i

/**
 * Returns the key in the `Authorization` header; cookies do not count. Looked up for every request, so that a revoked key is refused at
 * once. Throws `no-api-key` and `wrong-api-key`.
 */
export async function findKey(app: App, authorization: string | undefined): Promise<KeyActor> {
  if (authorization === undefined) throw new AppError('no-api-key')
  const key = shape.exec(authorization.trim())?.[1]
  const [row] = key ? await find(app.sql, { hash: hashOf(key) }) : []
  if (!row) throw new AppError('wrong-api-key')
  const { id, name, scopes, stale } = row
  if (stale) void noteUse(app, id)
  return { kind: 'key', id, name, scopes }
}

/**
 * Stores the time of use, exact to the minute, so that not every read is a write. Calls do not wait for it, and a later call makes up for a
 * failure.
 */
async function noteUse({ sql }: App, id: string): Promise<void> {
  await sql`update api_keys set last_used_at = now() where id = ${id} and coalesce(last_used_at < now() - ${used}::interval, true)`.catch(
    () => {},
  )
}
