import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { isRequired } from '#server/sessions/required.ts'

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
