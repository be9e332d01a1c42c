import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { isoSql } from '#server/platform/database/iso-of.ts'

/** A key has 256 random bits, so a plain hash reveals nothing about it. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

const iso = (column: string) => isoSql(`api_keys.${column}`)
const nameOf = (column: string) => sql.raw(`(select name from users where users.id = api_keys.${column})`)

/** The columns of an `ApiKey`; never the key itself. */
export const apiKeyColumns = sql`api_keys.id, api_keys.name, api_keys.scopes, api_keys.hint,
  ${nameOf('created_by')} as "createdBy", ${iso('created_at')} as "createdAt", ${iso('last_used_at')} as "lastUsedAt",
  ${nameOf('revoked_by')} as "revokedBy", ${iso('revoked_at')} as "revokedAt"`
