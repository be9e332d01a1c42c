import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import { withdrawInvitationsOf } from '#server/invitations/withdraw-invitations-of.ts'
import type { App } from '#server/platform/app.ts'
import { sessions } from '#server/platform/database/tables/sign-in.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import type { ManagedUser } from '#server/users/managed-user.ts'
import { moveUser } from '#server/users/move-user.ts'

/** The mail waits until the move cannot be undone, under a key by which an undo deletes it. */
const held = (eventId: number) => ({ waitMs: limits.undo.mailMs, once: `undoable:${eventId}` })

/**
 * Ends a suspension and restores what it hid, unchanged. It ends the person's sessions, so they have to sign in again. Throws as `moveUser`
 * does.
 */
export const reactivateUser = (app: App, actor: Actor, id: string): Promise<ManagedUser> =>
  moveUser(app, actor, 'reactivate', id, {
    set: sql`status = 'active', suspension_reason = null, suspended_at = null, suspended_by = null`,
    happened: { kind: 'user.reactivate', fields: ['status'], before: { status: 'suspended' }, after: { status: 'active' } },
    also: async (tx, { name, email }, eventId) => {
      await tx.delete(sessions).where(eq(sessions.userId, id))
      await sendMail(tx, { to: email, template: 'reactivated', values: { name }, link: '/login', ...held(eventId) })
    },
  })

/**
 * Suspends a person with a reason (product §2). From this commit their writes are refused; reads and streams end with its hint. Open invitations
 * they sent as an admin are withdrawn. They are mailed the reason and where to appeal. Their sessions stay until they are reactivated, only to show
 * the reason. Throws as `moveUser` does.
 */
export const suspendUser = (app: App, actor: Actor, { id, reason }: { id: string; reason: string }): Promise<ManagedUser> =>
  moveUser(app, actor, 'suspend', id, {
    set: sql`status = 'suspended', suspension_reason = ${reason}, suspended_at = now(), suspended_by = ${actor.id}`,
    happened: { kind: 'user.suspend', fields: ['status'], before: { status: 'active' }, after: { status: 'suspended' }, reason },
    also: async (tx, { name, email }, eventId) => {
      await withdrawInvitationsOf(tx, id, actor.id)
      await sendMail(tx, { to: email, template: 'suspended', values: { name, reason }, ...held(eventId) })
    },
  })
