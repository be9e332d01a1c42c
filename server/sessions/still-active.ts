import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import { factorRequired } from '#server/sessions/required.ts'

/** What a statement needs to know about the actor; placeholders or SQL in a prepared statement. */
export type ActorInSql = { [Key in 'id' | 'role' | 'sessionId']: Actor[Key] | Placeholder | SQL } & Pick<Actor, 'lacksSecondFactor'>

/** Actors marked as lacking it are let through only to their own account, where they set it up (server/platform/http/os.ts). */
const hasSecondFactor = ({ role, lacksSecondFactor }: ActorInSql): SQL =>
  role === 'seller' || lacksSecondFactor
    ? sql`true`
    : sql`(u.role <> 'admin' or not ${factorRequired}
      or exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null))`

/**
 * SQL condition: the actor's session is alive, they are active in the role they acted in, and have the second factor that admins may need.
 * It is in the WHERE of every write, so that a suspension or sign-out takes effect at once (architecture, mechanism 2). `lock` may lock their
 * row, `u`.
 */
export const stillActive = (asking: ActorInSql, lock: SQL = sql``): SQL => {
  const { id, role, sessionId } = asking
  return sql`exists (select 1 from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.expires_at > now() and u.id = ${id} and u.status = 'active' and u.role = ${role}
      and ${hasSecondFactor(asking)} ${lock})`
}
