import type { SignUp, User } from '#domain/user.ts'
import { spendInvitation } from '#server/invitations/accept-invitation.ts'
import { mayLink } from '#server/links/count-links.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { accounts } from '#server/platform/database/tables/sign-in.ts'
import { users } from '#server/platform/database/tables/users.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'

/** A person with a password, or one whom the provider has proven; `isVerified` says whether it vouches for the address. */
export type NewUser = Pick<SignUp, 'name' | 'email'> &
  ({ password: string } | { identity: { issuer: string; subject: string }; isVerified: boolean })

/**
 * Creates a person with a way to sign in, and records their registration in one transaction, without an actor if `by` is `system`.
 * Returns the id, or null if the address is taken. Throws `invitation-invalid` for an invitation that was used meanwhile.
 */
export async function addUser(
  app: App,
  person: NewUser,
  role: User['role'],
  by: 'self' | 'system',
  invite?: string,
): Promise<string | null> {
  const { name, email } = person
  const id = newId()
  const account =
    'password' in person
      ? { accountId: id, providerId: 'credential', password: await app.passwords.hash(person.password) }
      : { accountId: person.identity.subject, providerId: person.identity.issuer }
  // Following the link of an invitation proves that the address is theirs; the support address was set by the operator.
  const emailVerified = invite !== undefined || by === 'system' || ('isVerified' in person && person.isVerified)
  const welcome = !emailVerified && (await mayLink(app, 'welcome', email))
  return commit(app, async (tx) => {
    const rows = await tx.insert(users).values({ id, name, email, role, emailVerified }).onConflictDoNothing().returning({ id: users.id })
    if (rows.length === 0) return null
    await tx.insert(accounts).values({ id: newId(), userId: id, ...account })
    if (invite !== undefined) await spendInvitation(tx, invite, email)
    else if (welcome) await sendMail(tx, { to: email, template: 'verifyEmail' })
    await record(tx, { kind: 'user.register', itemId: id, ownerId: id, actorId: by === 'self' ? id : null, title: name })
    return id
  })
}
