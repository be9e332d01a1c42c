import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { eq } from 'drizzle-orm'
import { AppError, errors } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import type { App } from '#server/app.ts'
import { newId } from '#server/database/new-id.ts'
import { accounts, sessions, verifications } from '#server/database/tables/sign-in.ts'
import { users } from '#server/database/tables/users.ts'
import { passSecondFactor } from '#server/second-factor/pass-second-factor.ts'
import { addressHeader, codeHeader, knownHeader } from '#server/sessions/address-header.ts'
import { secureCookies } from '#server/sessions/session-cookie.ts'

/** Refuses a session to whoever may not sign in; better-auth asks only after the right password (product §2). */
async function refuseUnlessActive({ db, config }: App, userId: string): Promise<void> {
  const [user] = await db.select({ status: users.status, reason: users.suspensionReason }).from(users).where(eq(users.id, userId))
  if (!user || user.status === 'closed') throw new AppError('account-closed')
  if (user.status === 'active') return
  const { message } = errors['account-suspended']
  throw new AppError('account-suspended', {
    message: [message, user.reason && `Reason: ${user.reason}`, `To appeal, write to ${config.supportEmail}.`].filter(Boolean).join(' '),
    detail: { reason: user.reason },
  })
}

/**
 * Sign-in by better-auth on our tables. None of its routes is mounted: ours call `auth.api`.
 * Role and status are not its fields, so no input can reach them.
 */
export function openAuth(app: App) {
  const { config, db } = app
  return betterAuth({
    appName: 'Backstall',
    baseURL: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
    secret: config.sessionSecret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      // People register through register-user.ts, which writes the event in the same transaction.
      disableSignUp: true,
      minPasswordLength: limits.user.passwordMin,
      maxPasswordLength: limits.user.passwordMax,
      password: app.passwords,
    },
    session: { expiresIn: limits.session.lifeMs / 1000, cookieCache: { enabled: false } },
    advanced: {
      cookiePrefix: 'backstall',
      useSecureCookies: secureCookies(config),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }, context) => {
            await refuseUnlessActive(app, userId)
            const { headers } = context ?? {}
            await passSecondFactor(app, userId, decodeURIComponent(headers?.get(codeHeader) ?? ''), headers?.get(knownHeader) === 'yes')
          },
        },
      },
    },
    logger: { level: 'error' },
    telemetry: { enabled: false },
  })
}
export type Auth = ReturnType<typeof openAuth>
