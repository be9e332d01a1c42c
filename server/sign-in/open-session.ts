import { randomInt } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { SignIn, UserStatus } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { sessions } from '#server/platform/database/tables/sign-in.ts'
import { isFormer, verifyFormer } from '#server/platform/former-passwords.ts'
import { storedAddress } from '#server/platform/http/client-address.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { uncountAttempt } from '#server/platform/rate-limits/attempts.ts'
import { acceptCode, countCode } from '#server/second-factor/pass-second-factor.ts'
import { assertPasswords } from '#server/sessions/assert-passwords.ts'
import { deviceCookies, knowsDevice } from '#server/sessions/device-cookie.ts'
import { sessionCookies, tokensIn } from '#server/sessions/session-cookie.ts'

/** The client of a sign-in or registration. */
export type Visit = { address: string; userAgent: string; cookie: string | undefined }

/** An opened session: its person, and the Set-Cookie headers that carry it. */
export type Opened = { userId: string; cookies: string[] }

export type Account = { userId: string; hash: string | null; status: UserStatus; reason: string | null }

const accounts = sql`select u.id as "userId", a.password as hash, u.status, u.suspension_reason as reason
  from users u join accounts a on a.user_id = u.id and a.provider_id = 'credential'`

/**
 * Opens a session for the right password and, if there is a second factor, its code. The password is checked before the transaction, as
 * that takes long; the transaction locks the account, so a reset or suspension either comes first and is noticed, or comes later and sees
 * the session. Throws `password-sign-in-off`, `wrong-credentials`, and only after the right password `account-suspended`, `account-closed`, `second-factor-needed`,
 * `wrong-code`.
 */
export async function openSession(app: App, { email, password, code }: SignIn, visit: Visit): Promise<Opened> {
  assertPasswords(app)
  const account = await checkedAccount(app, email, password)
  assertMaySignIn(app, account)
  const given = await countCode(app, account.userId, code, knowsDevice(app.config, visit.cookie, email))
  const cookies = await app.db.transaction(async (tx) => {
    await lockAccount(app, tx, account)
    if (given) await acceptCode(app, tx, given)
    return writeSession(app, tx, account.userId, visit)
  })
  if (given) await uncountAttempt(app, [given.allowance])
  return { userId: account.userId, cookies: [...cookies, ...deviceCookies(app.config, visit.cookie, email)] }
}

/** The account with this address and password. An unknown address takes as long as a wrong password. Throws `wrong-credentials`. */
async function checkedAccount(app: App, email: string, password: string): Promise<Account> {
  const { db, passwords } = app
  const [account] = await db.execute<Account>(sql`${accounts} where lower(u.email) = lower(${email})`)
  if (!account?.hash) await passwords.hash(password)
  else if (isFormer(account.hash)) {
    if (await replaceFormer(app, account.userId, account.hash, password)) return checkedAccount(app, email, password)
  } else if (await passwords.verify({ hash: account.hash, password })) return account
  throw new AppError('wrong-credentials')
}

/**
 * Replaces the hash of a former service by one of ours if the password is right, and returns whether it is. Both are computed, as a wrong
 * password takes as long as anywhere. Another sign-in may have replaced it at the same moment.
 */
async function replaceFormer({ sql, passwords }: App, userId: string, hash: string, password: string): Promise<boolean> {
  const [isRight, ours] = await Promise.all([verifyFormer({ hash, password }), passwords.hash(password)])
  if (isRight)
    await sql`update accounts set password = ${ours}, updated_at = now() where user_id = ${userId} and provider_id = 'credential' and password = ${hash}`
  return isRight
}

/** Throws if the account may not sign in (product §2). */
export function assertMaySignIn({ config }: App, { status, reason }: Pick<Account, 'status' | 'reason'>): void {
  if (status === 'active') return
  if (status === 'closed') throw new AppError('account-closed')
  const { supportEmail } = config
  throw new AppError('account-suspended', { ...refusalText('suspended-because', { reason, supportEmail }), detail: { reason } })
}

/** Locks person and password until the session is committed. Throws if the password has changed or the person is no longer active. */
async function lockAccount(app: App, tx: Tx, { userId, hash }: Account): Promise<void> {
  const [account] = await tx.execute<Account>(sql`${accounts} where u.id = ${userId} for share`)
  if (!account || account.hash !== hash) throw new AppError('wrong-credentials')
  assertMaySignIn(app, account)
}

/** What a sign-in at the provider adds to a session; `authenticatedAt` in seconds since 1970, `confirmed` after a code here. */
type AtProvider = { idToken: string; authenticatedAt: number | null; confirmed: boolean }

/** Writes a session in place of the former one of this browser, and returns the Set-Cookie headers that carry it. */
export async function writeSession(app: App, tx: Tx, userId: string, visit: Visit, proven?: AtProvider): Promise<string[]> {
  const token = newToken()
  await endFormerSessions(app, tx, visit)
  await addSession(tx, userId, token, visit, proven)
  return sessionCookies(app.config, visit.cookie, token)
}

/** Ends the former session of this browser, so that a token planted there before is worthless. */
async function endFormerSessions({ config }: App, tx: Tx, { cookie }: Visit): Promise<void> {
  const tokens = tokensIn(config, cookie)
  if (tokens.length > 0) await tx.delete(sessions).where(inArray(sessions.token, tokens))
}

async function addSession(tx: Tx, userId: string, token: string, { address, userAgent }: Visit, proven?: AtProvider): Promise<void> {
  await tx.insert(sessions).values({
    id: newId(),
    token,
    userId,
    expiresAt: sql`now() + ${limits.session.lifeMs} * interval '1 millisecond'`,
    ipAddress: storedAddress(address),
    userAgent: userAgent.slice(0, limits.session.userAgentMax),
    ...(proven && { idToken: proven.idToken }),
    // People may have signed in at the provider long ago: only that moment confirms who they are.
    ...(proven && !proven.confirmed && { confirmedAt: sql`least(now(), to_timestamp(${proven.authenticatedAt ?? 0}::float8))` }),
  })
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** 190 random bits. */
const tokenLength = 32

const newToken = (): string => Array.from({ length: tokenLength }, () => letters[randomInt(letters.length)]).join('')
