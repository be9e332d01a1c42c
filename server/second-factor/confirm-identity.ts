import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { checkOwnPassword, noteConfirmed } from '#server/second-factor/check-own-password.ts'
import { passSecondFactor } from '#server/second-factor/pass-second-factor.ts'

export type Proof = { password?: string | undefined; code?: string | undefined }

/**
 * Checks the password, or a code of the second factor, and notes the time in the session. Without either it does nothing: the change itself
 * requires a recent confirmation. Throws `wrong-password`, `wrong-code`, `too-many-requests`.
 */
export async function confirmIdentity(app: App, actor: Actor, { password, code }: Proof): Promise<void> {
  if (password !== undefined) return checkOwnPassword(app, actor, password, 'password')
  if (code === undefined) return
  if (!(await passSecondFactor(app, actor.id, code))) throw new AppError('wrong-code', { field: 'code' })
  await noteConfirmed(app, actor)
}
