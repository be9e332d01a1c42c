import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import type { App } from '#server/app.ts'
import { forgetTry, tryOnce } from '#server/limits/attempts.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { hashOfRecovery } from '#server/second-factor/recovery-codes.ts'
import { unseal } from '#server/second-factor/sealed.ts'
import { stepOf } from '#server/second-factor/totp.ts'

const { wrongMax: max, wrongWindowMs: windowMs } = limits.account

/**
 * Lets through whoever has no second factor, or gives a code of it: of the app, each once, or one of the recovery codes, each once.
 * Counted per account, whatever the address: only who knows the password gets here. Devices on which the account signed in before are counted
 * apart, so that whoever knows just the password cannot lock its owner out. Returns true if a code was needed and accepted. Throws `second-factor-needed` without a code, `wrong-code`,
 * `too-many-requests`.
 */
export async function passSecondFactor(app: App, userId: string, code: string | null | undefined, known: boolean): Promise<boolean> {
  const [factor] = await app.sql<{ secret: string }[]>`
    select secret from second_factors where user_id = ${userId} and confirmed_at is not null`
  if (!factor) return false
  if (!code) throw new AppError('second-factor-needed', { field: 'code' })
  const allowance = { of: ['second factor', userId, ...(known ? ['known device'] : [])], max, windowMs }
  await tryOnce(app, [allowance])
  if (!(await takeCode(app, userId, factor.secret, code)) && !(await takeRecovery(app, userId, code)))
    throw new AppError('wrong-code', { field: 'code' })
  await forgetTry(app, [allowance])
  return true
}

/** Takes the code of a half minute, if no code of it or a later one was taken before: one that was overheard is worth nothing. */
export async function takeCode({ sql, config }: App, userId: string, sealed: string, code: string): Promise<boolean> {
  const secret = unseal(sealed, config.sessionSecret)
  const step = secret && stepOf(secret, code.replace(/\s/g, ''), Date.now())
  if (!step) return false
  const taken = await sql`update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step} returning user_id`
  return taken.length > 0
}

/** Takes a recovery code, and tells its owner in the same transaction: no code is ever used in silence. */
async function takeRecovery({ db }: App, userId: string, code: string): Promise<boolean> {
  const hash = hashOfRecovery(code)
  return db.transaction(async (tx) => {
    const [taken] = await tx.execute<{ left: number; name: string; email: string }>(sql`
      update second_factors f set recovery = array_remove(f.recovery, ${hash}) from users u
      where f.user_id = ${userId} and u.id = f.user_id and ${hash} = any (f.recovery)
      returning cardinality(f.recovery) as left, u.name, u.email`)
    if (!taken) return false
    const { name, email, left } = taken
    await sendMail(tx, { to: email, template: 'recoveryUsed', values: { name, left }, link: '/profile' })
    return true
  })
}
