import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'

/**
 * Explains why a write whose condition was `stillActive` changed nothing, if it was the person himself: throws `not-signed-in`,
 * `account-suspended`, `account-closed`, or `not-allowed` where he has another role by now. Returns if nothing is wrong with him.
 */
export async function refuseInactive({ sql }: Pick<App, 'sql'>, actor: Actor): Promise<void> {
  const [fresh] = await sql<{ status: Actor['status']; role: Actor['role'] }[]>`
    select u.status, u.role from users u join sessions s on s.user_id = u.id
    where s.id = ${actor.sessionId} and s.expires_at > now() and u.id = ${actor.id}`
  if (fresh?.status === 'suspended') throw new AppError('account-suspended')
  if (fresh?.status === 'closed') throw new AppError('account-closed')
  if (!fresh) throw new AppError('not-signed-in')
  if (fresh.role !== actor.role) throw new AppError('not-allowed')
}
