import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { assertWithinLimit, uncountAttempt } from '#server/platform/rate-limits/attempts.ts'
import { assertPasswords } from '#server/sessions/assert-passwords.ts'

const { wrongMax: max, wrongWindowMs: windowMs } = limits.account

/** SQL condition: the person with this id (SQL of a text) has a password that counts here. */
export const hasPassword = ({ config }: Pick<App, 'config'>, userId: SQL): SQL =>
  config.passwordSignIn
    ? sql`exists (select from accounts own where own.user_id = ${userId} and own.provider_id = 'credential' and own.password is not null)`
    : sql`false`

/** SQL condition: in this session a password or code was given, or the person signed in at the provider, within the last ten minutes (product §2). */
export const confirmedLately = ({ sessionId }: Pick<Actor, 'sessionId'>): SQL => sql`exists (select 1 from sessions confirmed
  where confirmed.id = ${sessionId} and confirmed.confirmed_at > now() - ${limits.account.confirmedMs}::integer * interval '1 millisecond')`

/**
 * Requires the signed-in person's password again: a session that was left open or stolen is not enough to take over an account. A person without one
 * has to have signed in at the provider again within ten minutes. Throws `wrong-password` for `field`, `confirmation-needed`, `too-many-requests`.
 */
export async function checkOwnPassword(app: App, { id, sessionId }: Actor, password: string | undefined, field: string): Promise<void> {
  if (password === undefined) return assertConfirmed(app, { id, sessionId }, field)
  assertPasswords(app)
  const allowance = { of: ['own password', id], max, windowMs }
  await assertWithinLimit(app, [allowance])
  const [account] = await app.sql<{ hash: string }[]>`
    select password as hash from accounts where user_id = ${id} and provider_id = 'credential' and password is not null`
  if (!account || !(await app.passwords.verify({ hash: account.hash, password }))) throw new AppError('wrong-password', { field })
  await uncountAttempt(app, [allowance])
  await noteConfirmed(app, { id, sessionId })
}

async function assertConfirmed(app: App, actor: Pick<Actor, 'id' | 'sessionId'>, field: string): Promise<void> {
  const [found] = await app.db.execute<{ hasPassword: boolean; confirmed: boolean }>(sql`
    select ${hasPassword(app, sql`${actor.id}`)} as "hasPassword", ${confirmedLately(actor)} as confirmed`)
  if (found?.hasPassword) throw new AppError('confirmation-needed', { field })
  if (!found?.confirmed) throw new AppError('confirmation-needed', refusalText('confirm-at-provider'))
}

/** Notes in the session that the person has just proven who they are. */
export const noteConfirmed = ({ sql }: App, { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>) =>
  sql`update sessions set confirmed_at = now() where id = ${sessionId} and user_id = ${id}`
