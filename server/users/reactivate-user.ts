import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { sessions } from '#server/platform/database/tables/sign-in.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import type { ManagedUser } from '#server/users/managed-user.ts'
import { moveUser } from '#server/users/move-user.ts'

/** Ends a suspension: what it hid is there again as it was; he signs in anew, as his sessions ended then. Throws as `moveUser` does. */
export const reactivateUser = (app: App, actor: Actor, id: string): Promise<ManagedUser> =>
  moveUser(app, actor, 'reactivate', id, {
    set: sql`status = 'active', suspension_reason = null, suspended_at = null, suspended_by = null`,
    happened: { kind: 'user.reactivate', fields: ['status'], before: { status: 'suspended' }, after: { status: 'active' } },
    also: async (tx, { name, email }) => {
      await tx.delete(sessions).where(eq(sessions.userId, id))
      await sendMail(tx, { to: email, template: 'reactivated', values: { name }, link: '/login' })
    },
  })
