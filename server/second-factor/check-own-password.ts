import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit, uncountAttempt } from '#server/platform/rate-limits/attempts.ts'

const { wrongMax: max, wrongWindowMs: windowMs } = limits.account

/**
 * Requires the signed-in person's password again: a session that was left open or stolen is not enough to take over an account.
 * Throws `wrong-password` for `field`, `too-many-requests`.
 */
export async function checkOwnPassword(app: App, { id, sessionId }: Actor, password: string, field: string): Promise<void> {
  const allowance = { of: ['own password', id], max, windowMs }
  await assertWithinLimit(app, [allowance])
  const [account] = await app.sql<{ hash: string }[]>`
    select password as hash from accounts where user_id = ${id} and provider_id = 'credential' and password is not null`
  if (!account || !(await app.passwords.verify({ hash: account.hash, password }))) throw new AppError('wrong-password', { field })
  await uncountAttempt(app, [allowance])
  await noteConfirmed(app, { id, sessionId })
}

/** Notes in the session that the password or a code was given now. */
export const noteConfirmed = ({ sql }: App, { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>) =>
  sql`update sessions set confirmed_at = now() where id = ${sessionId} and user_id = ${id}`
