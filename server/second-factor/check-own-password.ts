import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { countAttempt, forgetTry } from '#server/platform/rate-limits/attempts.ts'

const { wrongMax: max, wrongWindowMs: windowMs } = limits.account

/**
 * Asks a signed-in person for the password once more: a session alone, left open or stolen, does not take an account over.
 * Throws `wrong-password`, `too-many-requests`.
 */
export async function checkOwnPassword(app: App, { id, sessionId }: Actor, password: string, field: string): Promise<void> {
  const allowance = { of: ['own password', id], max, windowMs }
  await countAttempt(app, [allowance])
  const [account] = await app.sql<{ hash: string }[]>`
    select password as hash from accounts where user_id = ${id} and provider_id = 'credential' and password is not null`
  if (!account || !(await app.passwords.verify({ hash: account.hash, password }))) throw new AppError('wrong-password', { field })
  await forgetTry(app, [allowance])
  await noteConfirmed(app, { id, sessionId })
}

/** Notes in the session that password or code were given now. */
export const noteConfirmed = ({ sql }: App, { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>) =>
  sql`update sessions set confirmed_at = now() where id = ${sessionId} and user_id = ${id}`
