import { and, eq } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { sessions } from '#server/platform/database/tables/sign-in.ts'
import { hint } from '#server/platform/events/record.ts'
import { noSessionCookie } from '#server/sessions/session-cookie.ts'

/** Ends the session, on every node at once, and answers the Set-Cookie header that clears it. A visitor has nothing to end. */
export async function signOut(app: App, actor: Actor | null): Promise<string> {
  if (actor) {
    await app.db.transaction(async (tx) => {
      await tx.delete(sessions).where(and(eq(sessions.id, actor.sessionId), eq(sessions.userId, actor.id)))
      await hint(tx, 'session.change', actor.sessionId, actor.id)
    })
    app.feed.wake()
  }
  return noSessionCookie(app.config)
}
