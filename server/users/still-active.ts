import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'

/** What a statement needs to know of who acts; in a statement that is written once, placeholders stand for it. */
export type Asking = { [Key in 'id' | 'role' | 'sessionId']: Actor[Key] | Placeholder | SQL }

/**
 * True inside a statement as long as the actor's session lives and he is active in the role he acted in.
 * It stands in the WHERE of every write, so that a suspension or sign-out refuses it at once (architecture, mechanism 2).
 */
export const stillActive = ({ id, role, sessionId }: Asking): SQL =>
  sql`exists (select 1 from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.expires_at > now() and u.id = ${id} and u.status = 'active' and u.role = ${role})`
