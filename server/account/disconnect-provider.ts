import { sql } from 'drizzle-orm'
import type { Account } from '#domain/account.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { findAccount } from '#server/account/find-account.ts'
import type { App } from '#server/platform/app.ts'
import { commit } from '#server/platform/events/commit.ts'
import { byOwner, record } from '#server/platform/events/record.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { checkOwnPassword, hasPassword } from '#server/second-factor/check-own-password.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

type Person = { name: string; email: string; emailVerified: boolean; hasPassword: boolean }

/**
 * Disconnects the account from the provider, unless it is the only way to sign in, and ends its other sessions that were opened there. Throws `wrong-password`, `confirmation-needed`, `only-sign-in`,
 * `wrong-status` if it is not connected.
 */
export async function disconnectProvider(app: App, actor: Actor, password: string | undefined): Promise<Account> {
  const { oidc } = app.config
  if (!oidc) throw new AppError('wrong-status')
  await checkOwnPassword(app, actor, password, 'password')
  await commit(app, async (tx) => {
    const [person] = await tx.execute<Person>(sql`
      select name, email, email_verified as "emailVerified", ${hasPassword(app, sql`users.id`)} as "hasPassword"
      from users where id = ${actor.id} and ${stillActive(actor)} for update`)
    if (!person) return rejectInactive(app, actor)
    if (!person.hasPassword) throw new AppError('only-sign-in')
    const gone = await tx.execute(sql`delete from accounts where user_id = ${actor.id} and provider_id = ${oidc.id} returning id`)
    if (gone.length === 0) throw new AppError('wrong-status')
    await tx.execute(sql`delete from sessions where user_id = ${actor.id} and id <> ${actor.sessionId} and id_token is not null`)
    const about = byOwner(actor.id, person.name)
    await record(tx, { kind: 'user.provider', ...about, fields: ['provider'], after: { provider: oidc.name, connected: false } })
    const { name, email, emailVerified } = person
    if (emailVerified)
      await sendMail(tx, { to: email, template: 'providerDisconnected', values: { name, provider: oidc.name }, link: '/profile' })
  })
  return findAccount(app, actor)
}
