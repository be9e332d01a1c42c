import type { App } from '#server/app.ts'
import { cookieNameOf, cookieValues, tokenIn } from '#server/sessions/session-cookie.ts'

/**
 * True where this browser still carries a session that somebody ended, by signing out elsewhere or otherwise. One that only ran out, or none
 * at all, was not: what is unsent on that device is kept for the same person then (product §11).
 */
export async function wasEnded({ sql, config }: App, cookie: string | undefined): Promise<boolean> {
  const tokens = cookieValues(cookie, cookieNameOf(config, 'session_token')).flatMap((value) => tokenIn(value, config.sessionSecret) ?? [])
  if (tokens.length === 0) return false
  const known = await sql`select from sessions where token = any(${tokens}::text[]) limit 1`
  return known.length === 0
}
