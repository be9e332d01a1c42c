import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'

/**
 * True inside a statement as long as the actor's session lives and he is active in the role he acted in.
 * It stands in the WHERE of every write, so that a suspension or sign-out refuses it at once (architecture, mechanism 2).
 */
export const stillActive = (actor: Actor): SQL =>
  sql`exists (select 1 from sessions s join users u on u.id = s.user_id
    where s.id = ${actor.sessionId} and s.expires_at > now() and u.id = ${actor.id} and u.status = 'active' and u.role = ${actor.role})`
