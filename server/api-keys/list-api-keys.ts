import { sql } from 'drizzle-orm'
import type { ApiKey } from '#domain/api-key.ts'
import { limits } from '#domain/limits.ts'
import { apiKeyColumns } from '#server/api-keys/api-key-row.ts'
import type { App } from '#server/platform/app.ts'

/** The keys that work, then those that stopped last, each newest first; for admins. */
export async function listApiKeys({ db }: App): Promise<ApiKey[]> {
  return await db.execute<ApiKey>(sql`
    (select ${apiKeyColumns} from api_keys where revoked_at is null order by created_at desc, id desc)
    union all
    (select ${apiKeyColumns} from api_keys where revoked_at is not null order by revoked_at desc, id desc limit ${limits.apiKey.revokedShown})`)
}
