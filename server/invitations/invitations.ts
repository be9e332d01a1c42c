import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Invitation } from '#domain/invitation.ts'
import type { Actor, Role } from '#domain/user.ts'
import { invitationColumns } from '#server/invitations/invitation-row.ts'
import { countLink } from '#server/links/count-links.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { assertWithinLimit } from '#server/platform/rate-limits/attempts.ts'
import { rejectEnded, rejectInactive, stillActive } from '#server/sessions/still-active.ts'

/**
 * Invites a person by mail (product §2). An open invitation of the same address is replaced, so inviting again mails again. While
 * registration is closed, only administrators can be invited. Throws `email-taken`, `email-reserved`, `registration-closed`,
 * `too-many-requests`.
 */
export async function createInvitation(app: App, actor: Actor, { email, role }: { email: string; role: Role }): Promise<Invitation> {
  if (role !== 'admin' && app.settings.current().registration === 'closed')
    throw new AppError('registration-closed', { field: 'role', ...refusalText('only-admins-invited') })
  if (email === app.config.supportEmail) throw new AppError('email-reserved', { field: 'email' })
  const { lastsMs, perHour, windowMs } = limits.invitation
  await assertWithinLimit(app, [{ of: ['invite', actor.id], max: perHour, windowMs }])
  await countLink(app, 'invite', email)
  const id = newId()
  const made = await commit(app, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invite ${email}`}, 0))`)
    await tx.execute(sql`
      update invitations set withdrawn_at = now()
      where lower(email) = ${email} and accepted_at is null and withdrawn_at is null and ${stillActive(actor)}`)
    const [row] = await tx.execute<Invitation>(sql`
      insert into invitations (id, email, role, invited_by, expires_at)
      select ${id}, ${email}, ${role}::user_role, ${actor.id}, now() + ${lastsMs} * interval '1 millisecond'
      where not exists (select 1 from users where lower(users.email) = ${email}) and ${stillActive(actor)}
      returning ${invitationColumns}`)
    if (!row) return null
    await record(tx, { kind: 'user.invite', itemId: id, ownerId: null, actorId: actor.id, title: email, after: { role } })
    await sendMail(tx, { to: email, template: 'invitation', values: { invitationId: id } })
    return row
  })
  return made ?? rejectInactive(app, actor, 'email-taken', { field: 'email' })
}

/** The newest invitations with their status; for admins. */
export async function listInvitations({ db }: App): Promise<Invitation[]> {
  return await db.execute<Invitation>(sql`
    select ${invitationColumns} from invitations order by created_at desc, id desc limit ${limits.invitation.shown}`)
}

/** Withdraws an open or expired invitation. Throws `not-found`, and `wrong-status` if it was used or withdrawn before. */
export async function withdrawInvitation(app: App, actor: Actor, id: string): Promise<Invitation> {
  const ended = await commit(app, async (tx) => {
    const [withdrawn] = await tx.execute<Invitation>(sql`
      update invitations set withdrawn_at = now() where id = ${id} and accepted_at is null and withdrawn_at is null and ${stillActive(actor)} returning ${invitationColumns}`)
    if (!withdrawn) return null
    await record(tx, { kind: 'user.uninvite', itemId: id, ownerId: null, actorId: actor.id, title: withdrawn.email })
    return withdrawn
  })
  return ended ?? rejectEnded(app, actor, 'invitations', id)
}
