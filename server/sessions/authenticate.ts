import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { isRequired } from '#server/sessions/required.ts'
import { type Found, openSessionCache } from '#server/sessions/session-cache.ts'
import { sessionCookiesIn, tokenIn } from '#server/sessions/session-cookie.ts'

/** The actor of a Cookie header; null for a visitor. Suspended people are returned too, so that they can be given the reason. */
export type Authenticate = (cookie: string | undefined) => Promise<Actor | null>

/**
 * The person whose live session has this token, in one statement. An admin without a second factor is marked as lacking it; each request checks
 * whether admins need one.
 */
async function findActor(app: App, token: string): Promise<Found | null> {
  const { sql } = app
  const [row] = await sql<(Actor & { secondFactor: boolean; away: boolean; leftMs: number })[]>`
    select u.id, u.role, u.status, u.name, u.email, s.id as "sessionId", f.confirmed_at is not null as "secondFactor",
      s.updated_at < now() - ${limits.session.seenMs}::integer * interval '1 millisecond' as away,
      (extract(epoch from s.expires_at - now()) * 1000)::float8 as "leftMs"
    from sessions s join users u on u.id = s.user_id left join second_factors f on f.user_id = u.id
    where s.token = ${token} and s.expires_at > now()`
  if (!row) return null
  const { secondFactor, away, leftMs, ...actor } = row
  if (away) void noteSeen(app, actor.sessionId)
  const lacks = actor.role === 'admin' && !secondFactor
  return { actor: lacks ? { ...actor, lacksSecondFactor: true } : actor, leftMs }
}

/** Not awaited: if it fails, the next request tries again. */
const noteSeen = ({ sql }: App, sessionId: string) => sql`update sessions set updated_at = now() where id = ${sessionId}`.catch(() => {})

/** Opens the authentication that starts every request: signature, session, person. */
export function openAuthentication(app: App): { authenticate: Authenticate; forget: (userId: string) => void; close: () => void } {
  const cache = openSessionCache(app.feed)
  const lookUp = async (cookie: string): Promise<Actor | null> => {
    const token = tokenIn(cookie, app.config.sessionSecret)
    return token ? cache.through(cookie, () => findActor(app, token)) : null
  }
  const authenticate: Authenticate = async (header) => {
    for (const cookie of sessionCookiesIn(app.config, header)) {
      const actor = cache.get(cookie) ?? (await lookUp(cookie))
      if (actor) return actor.lacksSecondFactor && !(await isRequired(app.sql)) ? { ...actor, lacksSecondFactor: false } : actor
    }
    return null
  }
  return { authenticate, forget: cache.forget, close: cache.close }
}
