import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { factorRequired, isRequired } from '#server/sessions/required.ts'

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

/**
 * Explains why a write with the condition `stillActive` changed nothing, if the actor is the reason: throws `not-signed-in`, `account-suspended`,
 * `account-closed`, `not-allowed` if their role changed, or `second-factor-required`. Returns otherwise.
 */
export async function assertActive({ sql }: Pick<App, 'sql'>, actor: Actor): Promise<void> {
  const [fresh] = await sql<(Pick<Actor, 'status' | 'role'> & { secondFactor: boolean })[]>`
    select u.status, u.role, f.confirmed_at is not null as "secondFactor"
    from users u join sessions s on s.user_id = u.id left join second_factors f on f.user_id = u.id
    where s.id = ${actor.sessionId} and s.expires_at > now() and u.id = ${actor.id}`
  if (fresh?.status === 'suspended') throw new AppError('account-suspended')
  if (fresh?.status === 'closed') throw new AppError('account-closed')
  if (!fresh) throw new AppError('not-signed-in')
  if (fresh.role !== actor.role) throw new AppError('not-allowed')
  if (fresh.role === 'admin' && !fresh.secondFactor && !actor.lacksSecondFactor && (await isRequired(sql)))
    throw new AppError('second-factor-required')
}

/**
 * Throws why a write with the condition `stillActive` changed nothing: as `assertActive`, else the code of what else it requires. If it requires
 * nothing else, only a session is left that was revived meanwhile.
 */
export async function rejectInactive(
  app: Pick<App, 'sql'>,
  actor: Actor,
  ...[code = 'unavailable', about]: Partial<ConstructorParameters<typeof AppError>>
): Promise<never> {
  await assertActive(app, actor)
  throw new AppError(code, about)
}

/** Throws why an API key or invitation was not ended: as `assertActive`, else `not-found`, or `wrong-status` if it had ended before. */
export async function rejectEnded(app: App, actor: Actor, table: 'api_keys' | 'invitations', id: string): Promise<never> {
  await assertActive(app, actor)
  const there = await app.sql`select from ${app.sql(table)} where id = ${id}`
  throw new AppError(there.length > 0 ? 'wrong-status' : 'not-found')
}
