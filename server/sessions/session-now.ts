import type { App } from '#server/platform/app.ts'
import { tokensIn } from '#server/sessions/session-cookie.ts'

/**
 * The state of a browser's session, read from the table past all caches. `who` is its person, null if it is not valid. `ended` is true if it was
 * ended, by signing out elsewhere or otherwise; an expired or missing session was not: unsent messages on that device then stay for the same
 * person (product §11).
 */
export async function sessionNow({ sql, config }: App, cookie: string | undefined): Promise<{ ended: boolean; who: string | null }> {
  const tokens = tokensIn(config, cookie)
  if (tokens.length === 0) return { ended: false, who: null }
  const known = await sql<{ who: string | null }[]>`
    select case when s.expires_at > now() and u.status = 'active' then u.id end as who
    from sessions s join users u on u.id = s.user_id
    where s.token = any(${tokens}::text[])`
  return { ended: known.length === 0, who: known.find(({ who }) => who)?.who ?? null }
}
