import { sql } from 'drizzle-orm'
import { homeOf } from '#domain/routes.ts'
import type { Actor, Role } from '#domain/user.ts'
import { withdrawInvitationsOf } from '#server/invitations/withdraw-invitations-of.ts'
import type { App } from '#server/platform/app.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { confirmIdentity, type Proof } from '#server/second-factor/confirm-identity.ts'
import type { ManagedUser } from '#server/users/managed-user.ts'
import { type Change, moveUser } from '#server/users/move-user.ts'

const called: Record<Role, string> = { admin: 'an admin', seller: 'a seller' }

/** What a change of role writes, and what follows from it; `actorId` is null if the provider's role claim makes it. */
export const changeTo = (role: Role, actorId: string | null): Change => ({
  set: sql`role = ${role}`,
  happened: { kind: 'user.role', fields: ['role'], before: { role: role === 'admin' ? 'seller' : 'admin' }, after: { role } },
  also: async (tx, { id, name, email }) => {
    if (role !== 'admin') await withdrawInvitationsOf(tx, id, actorId)
    await sendMail(tx, { to: email, template: 'roleChanged', values: { name, role: called[role] }, link: homeOf[role] })
  },
})

type Asked = Proof & { id: string }

/** Makes an active seller an admin. Throws as `confirmIdentity` and `moveUser` do. */
export async function makeAdmin(app: App, actor: Actor, { id, ...proof }: Asked): Promise<ManagedUser> {
  await confirmIdentity(app, actor, proof)
  return moveUser(app, actor, 'makeAdmin', id, changeTo('admin', actor.id))
}

/** Makes an admin a seller and withdraws the invitations they sent. Throws as `confirmIdentity` and `moveUser` do. */
export async function makeSeller(app: App, actor: Actor, { id, ...proof }: Asked): Promise<ManagedUser> {
  await confirmIdentity(app, actor, proof)
  return moveUser(app, actor, 'makeSeller', id, changeTo('seller', actor.id))
}
