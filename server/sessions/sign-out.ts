import { and, eq } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { sessions } from '#server/database/tables/sign-in.ts'
import { hint } from '#server/events/record.ts'
import type { Auth } from '#server/sessions/auth.ts'

/**
 * Ends the session, on every node at once, and answers the Set-Cookie headers that clear it. A visitor has nothing to end.
 * Our own statement does it: better-auth's would only log a failure and say that all is well.
 */
export async function signOut(app: App, auth: Auth, actor: Actor | null): Promise<string[]> {
  if (actor) {
    await app.db.transaction(async (tx) => {
      await tx.delete(sessions).where(and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.id)))
      await hint(tx, 'session.change', actor.sessionId, actor.id)
    })
    app.feed.wake()
  }
  const { headers } = await auth.api.signOut({ headers: new Headers(), returnHeaders: true })
  return headers.getSetCookie()
}
