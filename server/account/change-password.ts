import { sql } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { notifyOfNewPassword, setPassword } from '#server/account/set-password.ts'
import { endLinks } from '#server/links/end-links.ts'
import { choosePasswordHash } from '#server/links/tokens.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { commit } from '#server/platform/events/commit.ts'
import { byOwner, record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { checkOwnPassword, hasPassword } from '#server/second-factor/check-own-password.ts'
import { assertPasswords } from '#server/sessions/assert-passwords.ts'
import { checkPassword } from '#server/sessions/check-password.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

type Person = { name: string; email: string; emailVerified: boolean }

/**
 * Sets a new password and ends all other sessions and all links (product §2). The current password is required, except in a session that
 * opened a reset link, and for a first password. Throws `password-sign-in-off`, `wrong-password`, `password-common`, `password-guessable`, `too-many-requests`.
 */
export async function changePassword(app: App, actor: Actor, { current, password }: Inputs['account']['changePassword']): Promise<void> {
  assertPasswords(app)
  if (current !== undefined) await checkOwnPassword(app, actor, current, 'current')
  const isFirst = current === undefined && !(await ownsPassword(app, actor))
  if (isFirst) await checkOwnPassword(app, actor, undefined, 'current')
  await checkPassword(app, password, actor)
  const { passwordChanges: max, linksWindowMs: windowMs } = limits.account
  await assertWithinLimit(app, [{ of: ['change password', actor.id], max, windowMs }])
  const hash = await app.passwords.hash(password)
  await commit(app, async (tx) => {
    const [person] = await tx.execute<Person>(sql`
      update users set updated_at = now() where id = ${actor.id} and ${stillActive(actor)} returning name, email, email_verified as "emailVerified"`)
    if (!person) return rejectInactive(app, actor)
    if (current === undefined && !isFirst) await spendRightToChoose(tx, actor)
    await setPassword(tx, actor.id, hash)
    await tx.execute(sql`delete from sessions where user_id = ${actor.id} and id <> ${actor.sessionId}`)
    const dropped = await endLinks(tx, actor.id)
    await record(tx, { kind: 'user.password', ...byOwner(actor.id, person.name), fields: ['password'] })
    await notifyOfNewPassword(tx, person, dropped)
  })
}

async function ownsPassword(app: App, { id }: Actor): Promise<boolean> {
  const [found] = await app.db.execute(sql`select 1 where ${hasPassword(app, sql`${id}`)}`)
  return found !== undefined
}

async function spendRightToChoose(tx: Tx, { id, sessionId }: Actor): Promise<void> {
  const used = await tx.execute(sql`
    delete from account_tokens where hash = ${choosePasswordHash(sessionId)} and user_id = ${id} and purpose = 'choose' and expires_at > now() returning hash`)
  if (used.length === 0) throw new AppError('wrong-password', { field: 'current' })
}
