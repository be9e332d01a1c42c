import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { findInvited } from '#server/invitations/accept-invitation.ts'
import { choosePasswordHash, readToken, resetting, spendToken } from '#server/links/tokens.ts'
import type { App } from '#server/platform/app.ts'
import { accountTokens } from '#server/platform/database/tables/sign-in.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { verifyEmail } from '#server/sign-in/verify-email.ts'

/** The outcome of a mailed link opened by a signed-in person, shown on their home page. */
export type LinkResult = 'reset' | 'verified' | 'expired' | 'confirmed' | 'taken' | 'other'

const tokenNames = { '/login': ['reset', 'verify'], '/register': ['invite'] } as const

/** The token of a mailed link in the address of the sign-in page, or of an invitation in that of the registration. */
export function tokenIn(path: string, search: string): { name: 'reset' | 'verify' | 'invite'; token: string } | null {
  if (path !== '/login' && path !== '/register') return null
  const parameters = new URLSearchParams(search)
  for (const name of tokenNames[path]) {
    const token = parameters.get(name)
    if (token) return { name, token }
  }
  return null
}

/**
 * Uses the link of a signed-in person before they are redirected home (spec §2, product §2). A link of another account stays unused.
 * A reset link lets this session choose a password without the old one. Returns null for an invitation to the person's own address, and for
 * one that is no longer open, because it may have created this account.
 */
export async function openLink(
  app: App,
  actor: Actor,
  { name, token }: NonNullable<ReturnType<typeof tokenIn>>,
  address: string,
): Promise<LinkResult | null> {
  if (name === 'invite') return (await isForAnother(app, actor, token, address)) ? 'other' : null
  const known = await readToken(app, token, name === 'reset' ? resetting : ['verify', 'email'])
  const resultOfUnusable = async () => (name === 'verify' && (await isConfirmed(app, actor)) ? 'confirmed' : 'expired')
  if (!known || (name === 'reset' && !app.config.passwordSignIn)) return resultOfUnusable()
  if (known.userId !== actor.id) return 'other'
  try {
    if (name === 'reset') await allowChoosing(app, actor, token)
    else await verifyEmail(app, token, address)
    return name === 'reset' ? 'reset' : 'verified'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return error.code === 'email-taken' ? 'taken' : resultOfUnusable()
  }
}

/** True for an open invitation to another address than the person's own. */
async function isForAnother(app: App, { id }: Actor, token: string, address: string): Promise<boolean> {
  try {
    const { email } = await findInvited(app, token, address)
    const mine = and(eq(users.id, id), eq(users.email, email))
    return (await app.db.select({ id: users.id }).from(users).where(mine)).length === 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return false
  }
}

/** True if the person has nothing left to confirm. */
async function isConfirmed({ db }: App, { id }: Actor): Promise<boolean> {
  const mine = and(eq(users.id, id), users.emailVerified, isNull(users.pendingEmail))
  return (await db.select({ id: users.id }).from(users).where(mine)).length > 0
}

async function allowChoosing({ db }: App, { id: userId, sessionId }: Actor, token: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { email } = await spendToken(tx, token, resetting)
    const expiresAt = new Date(Date.now() + limits.account.choosingMs)
    const row = { hash: choosePasswordHash(sessionId), userId, purpose: 'choose' as const, email, expiresAt }
    await tx.insert(accountTokens).values(row).onConflictDoUpdate({ target: accountTokens.hash, set: { expiresAt } })
  })
}
