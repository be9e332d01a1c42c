import type { App } from '#server/platform/app.ts'
import { tokensIn } from '#server/sessions/session-cookie.ts'

/**
 * What became of the session that a browser carries, asked of the table past all that a node remembers. `who` has it now, null where it
 * counts for nothing. `ended` is true where somebody ended it, by signing out elsewhere or otherwise; one that only ran out, or none at
 * all, was not: what is unsent on that device is kept for the same person then (product §11).
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
