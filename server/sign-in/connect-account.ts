import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { commit } from '#server/platform/events/commit.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'
import { emailIn, noteConnected } from '#server/sign-in/open-proven-session.ts'
import type { Proven, Provider } from '#server/sign-in/provider.ts'

type Person = { name: string; email: string; emailVerified: boolean; isConnected: boolean }

/**
 * Connects the actor's account with a person at the provider, by issuer and subject. Throws `email-reserved` for the support address of another
 * account, `email-unconfirmed` as the address may belong to a stranger, `provider-connected`, `provider-taken`.
 */
export async function connectAccount(app: App, actor: Actor, { oidc }: Provider, { subject, claims }: Proven): Promise<void> {
  const { supportEmail } = app.config
  if (emailIn(claims) === supportEmail && actor.email.toLowerCase() !== supportEmail) throw new AppError('email-reserved')
  await commit(app, async (tx) => {
    const [person] = await tx.execute<Person>(sql`
      select name, email, email_verified as "emailVerified",
        exists (select from accounts where user_id = users.id and provider_id = ${oidc.id}) as "isConnected"
      from users where id = ${actor.id} and ${stillActive(actor)} for update`)
    if (!person) return rejectInactive(app, actor)
    if (!person.emailVerified) throw new AppError('email-unconfirmed')
    if (person.isConnected) throw new AppError('provider-connected')
    const made = await tx.execute(sql`
      insert into accounts (id, account_id, provider_id, user_id) values (${newId()}, ${subject}, ${oidc.id}, ${actor.id})
      on conflict (provider_id, account_id) do nothing returning id`)
    if (made.length === 0) throw new AppError('provider-taken')
    await noteConnected(tx, { id: actor.id, ...person }, oidc)
  })
}
