import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { openSessionCache } from '#server/sessions/session-cache.ts'
import { cookieNameOf, cookieValues, tokenIn } from '#server/sessions/session-cookie.ts'

/** Who is asking, by the Cookie header; null is a visitor. A suspended person is still known, so that he can be told. */
export type WhoIs = (cookie: string | undefined) => Promise<Actor | null>

/** The person whose live session has this token, in one prepared statement. */
async function findActor({ sql }: App, token: string): Promise<Actor | null> {
  const [actor] = await sql<Actor[]>`
    select u.id, u.role, u.status, u.name, u.email, s.id as "sessionId"
    from sessions s join users u on u.id = s.user_id
    where s.token = ${token} and s.expires_at > now()`
  return actor ?? null
}

/** Makes the look-up that every request begins with: signature, session, person. */
export function openWhoIs(app: App): { whoIs: WhoIs; forget: (userId: string) => void; close: () => void } {
  const name = cookieNameOf(app.config, 'session_token')
  const cache = openSessionCache(app.feed)
  const lookUp = async (value: string): Promise<Actor | null> => {
    const token = tokenIn(value, app.config.sessionSecret)
    return token ? cache.through(value, () => findActor(app, token)) : null
  }
  const whoIs: WhoIs = async (cookie) => {
    for (const value of cookieValues(cookie, name)) {
      const actor = cache.get(value) ?? (await lookUp(value))
      if (actor) return actor
    }
    return null
  }
  return { whoIs, forget: cache.forget, close: cache.close }
}
