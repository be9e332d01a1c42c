import { sql } from 'drizzle-orm'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { type NewEvent, record } from '#server/platform/events/record.ts'

type About = Pick<NewEvent, 'itemId' | 'ownerId' | 'actorId' | 'title'>

/**
 * Disconnects an account from every provider: a stranger may have connected it with their own identity there, and that would outlive a new password.
 * Returns the names of the providers.
 */
export async function endConnections({ config }: Pick<App, 'config'>, tx: Tx, about: About): Promise<string[]> {
  const gone = await tx.execute<{ issuer: string }>(sql`
    delete from accounts where user_id = ${about.itemId} and provider_id <> 'credential' returning provider_id as issuer`)
  const names = gone.map(({ issuer }) => (issuer === config.oidc?.id ? config.oidc.name : issuer))
  for (const provider of names)
    await record(tx, { kind: 'user.provider', ...about, fields: ['provider'], after: { provider, connected: false } })
  return names
}
