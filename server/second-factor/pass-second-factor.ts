import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { type Allowance, assertWithinLimit, uncountAttempt } from '#server/platform/rate-limits/attempts.ts'
import { unseal } from '#server/platform/sealed.ts'
import { hashOfRecovery } from '#server/second-factor/recovery-codes.ts'
import { stepOf } from '#server/second-factor/totp.ts'

const { wrongMax: max, wrongWindowMs: windowMs } = limits.account

/** A code given for a person's second factor, counted as a try against `allowance`. */
type Given = { userId: string; secret: string; code: string; allowance: Allowance }

/**
 * Counts a try before the code is checked; null if the person has no second factor. Counts per account, from any address, as the password was
 * right. Known devices of the account are counted separately, so that a stranger who knows the password cannot lock its owner out.
 * Throws `second-factor-needed` without a code, `too-many-requests`.
 */
export async function countCode(app: App, userId: string, code: string | undefined, known: boolean): Promise<Given | null> {
  const [factor] = await app.sql<{ secret: string }[]>`
    select secret from second_factors where user_id = ${userId} and confirmed_at is not null`
  if (!factor) return null
  if (!code) throw new AppError('second-factor-needed', { field: 'code' })
  const allowance = { of: ['second factor', userId, ...(known ? ['known device'] : [])], max, windowMs }
  await assertWithinLimit(app, [allowance])
  return { userId, secret: factor.secret, code, allowance }
}

/** Uses up a code of the app or a recovery code, each once, in the transaction of what it allows. Throws `wrong-code`. */
export async function acceptCode({ config }: Pick<App, 'config'>, tx: Tx, { userId, secret, code }: Given): Promise<void> {
  if (await takeCode({ db: tx, config }, userId, secret, code)) return
  if (await takeRecovery(tx, userId, code)) return
  // A recovery code has letters; there is no next one to wait for.
  throw new AppError('wrong-code', { field: 'code', ...(/[a-z]/i.test(code) && refusalText('wrong-recovery-code')) })
}

/**
 * Checks the code of a second factor of a person who is signed in; does nothing for people without one. Returns true if a code was needed and accepted.
 * Throws `second-factor-needed` without a code, `wrong-code`, `too-many-requests`.
 */
export async function passSecondFactor(app: App, userId: string, code: string | undefined): Promise<boolean> {
  const given = await countCode(app, userId, code, true)
  if (!given) return false
  await app.db.transaction((tx) => acceptCode(app, tx, given))
  await uncountAttempt(app, [given.allowance])
  return true
}

type Taking = Pick<App, 'config'> & { db: Pick<Tx, 'execute'> }

/** Uses up the code of a half minute, unless it or a later one was used before: an intercepted code is worthless. */
export async function takeCode({ db, config }: Taking, userId: string, sealed: string, code: string): Promise<boolean> {
  const secret = unseal(sealed, config.sessionSecret)
  const step = secret && stepOf(secret, code.replace(/\s/g, ''), Date.now())
  if (!step) return false
  const taken = await db.execute(sql`
    update second_factors set last_step = ${step} where user_id = ${userId} and secret = ${sealed} and last_step < ${step} returning user_id`)
  return taken.length > 0
}

/** Uses up a recovery code and mails its owner in the same transaction, so that no code is ever used without their notice. */
async function takeRecovery(tx: Tx, userId: string, code: string): Promise<boolean> {
  const hash = hashOfRecovery(code)
  const [taken] = await tx.execute<{ left: number; name: string; email: string }>(sql`
    update second_factors f set recovery = array_remove(f.recovery, ${hash}) from users u
    where f.user_id = ${userId} and u.id = f.user_id and ${hash} = any (f.recovery)
    returning cardinality(f.recovery) as left, u.name, u.email`)
  if (!taken) return false
  const { name, email, left } = taken
  await sendMail(tx, { to: email, template: 'recoveryUsed', values: { name, left }, link: '/profile' })
  return true
}
