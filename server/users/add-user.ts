import type { SignUp, User } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { newId } from '#server/database/new-id.ts'
import { accounts, users } from '#server/database/tables.ts'
import { record } from '#server/events/record.ts'
import { spendInvitation } from '#server/invitations/accept-invitation.ts'
import { sendMail } from '#server/mail/send-mail.ts'

/**
 * Writes a person with a password, and that he registered, in one transaction: better-auth's own hooks run after its commit.
 * Answers the id, or null if the address is taken. `actorId` is null where the system does it. Throws `invitation-invalid` for one that was used meanwhile.
 */
export async function addUser(
  { db, feed }: App,
  person: SignUp,
  role: User['role'],
  by: 'self' | 'system',
  invite?: string,
): Promise<string | null> {
  const { name, email } = person
  const { hashPassword } = await import('better-auth/crypto')
  const password = await hashPassword(person.password)
  const id = newId()
  const added = await db.transaction(async (tx) => {
    const rows = await tx
      .insert(users)
      .values({ id, name, email, role, emailVerified: invite !== undefined })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (rows.length === 0) return null
    await tx.insert(accounts).values({ id: newId(), accountId: id, providerId: 'credential', userId: id, password })
    // Whoever followed the link has shown that the address is his.
    if (invite !== undefined) await spendInvitation(tx, invite, email)
    else if (by === 'self') await sendMail(tx, { to: email, template: 'verifyEmail' })
    await record(tx, { kind: 'user.register', itemId: id, ownerId: id, actorId: by === 'self' ? id : null, title: name })
    return id
  })
  if (added) feed.wake()
  return added
}
