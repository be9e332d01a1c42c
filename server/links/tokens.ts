import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { networkAddress } from '#server/platform/http/client-address.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'

/** What a mailed link opens. */
export type Purpose = 'reset' | 'rescue' | 'verify' | 'email'
/** Links that let a person choose a new password. `rescue` was made in the shell, so it proves no mailbox. */
export const resetting = ['reset', 'rescue'] as const
export type Token = { userId: string; purpose: Purpose; email: string }

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The hash of the row under which a session may choose a password. */
export const choosePasswordHash = (sessionId: string): string => hashOf(`choose\n${sessionId}`)

/** Makes the token of a link: 128 bits, valid for an hour. Only its hash is stored (product §2). */
export async function makeToken({ sql }: Pick<App, 'sql'>, { userId, purpose, email }: Token): Promise<string> {
  const token = randomBytes(limits.account.tokenBytes).toString('base64url')
  await sql`
    insert into account_tokens (hash, user_id, purpose, email, expires_at)
    values (${hashOf(token)}, ${userId}, ${purpose}, ${email}, now() + ${limits.account.tokenMs} * interval '1 millisecond')`
  return token
}

/** Returns what an unused token stands for, without using it; null for any other text. */
export async function readToken({ sql }: Pick<App, 'sql'>, token: string, purposes: readonly Purpose[]): Promise<Token | null> {
  const [found] = await sql<Token[]>`
    select user_id as "userId", purpose, email from account_tokens
    where hash = ${hashOf(token)} and purpose in ${sql(purposes)} and expires_at > now()`
  return found ?? null
}

/**
 * Uses a token up in the transaction of what it opens; a second use finds nothing. The owner's row is locked first, as by `endLinks`, so
 * that two links of one person wait for each other instead of meeting in a deadlock. Throws `link-expired`.
 */
export async function spendToken(tx: Tx, token: string, purposes: readonly Purpose[]): Promise<Token> {
  const accepted = sql.join(
    purposes.map((purpose) => sql`${purpose}`),
    sql`, `,
  )
  await tx.execute(sql`select 1 from users where id = (select user_id from account_tokens where hash = ${hashOf(token)}) for update`)
  const [used] = await tx.execute<Token>(sql`
    delete from account_tokens where hash = ${hashOf(token)} and purpose in (${accepted}) and expires_at > now()
    returning user_id as "userId", purpose, email`)
  if (!used) throw new AppError('link-expired')
  return used
}

/** Limits attempts to guess a token. Guessing cannot succeed, but it costs the server work. */
export const countTokenAttempt = (app: App, address: string): Promise<void> =>
  assertWithinLimit(app, [
    { of: ['token', networkAddress(address)], max: limits.account.tokensPerAddress, windowMs: limits.account.linksWindowMs },
  ])

/** Deletes expired tokens, and sign-ins at the provider that were never finished. */
export async function sweepTokens({ sql }: Pick<App, 'sql'>): Promise<void> {
  await sql`delete from account_tokens where expires_at < now()`
  await sql`delete from verifications where expires_at < now()`
}
