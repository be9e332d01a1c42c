import { sql } from 'drizzle-orm'
import { isoSql } from '#server/platform/database/iso-of.ts'

/** SQL condition: the inviter is still an active admin. An invitation is valid only while that holds. */
const inviterIsAdmin = sql`exists (
  select 1 from users inviter where inviter.id = invitations.invited_by and inviter.role = 'admin' and inviter.status = 'active')`

/** SQL condition on `invitations`: the link works. */
export const isOpen = sql`(
  invitations.accepted_at is null and invitations.withdrawn_at is null and invitations.expires_at > now() and ${inviterIsAdmin})`

const iso = (column: string) => isoSql(`invitations.${column}`)

/** The columns of an `Invitation`, without its token. */
export const invitationColumns = sql`invitations.id, invitations.email, invitations.role,
  case when invitations.accepted_at is not null then 'accepted' when invitations.withdrawn_at is not null then 'withdrawn'
    when invitations.expires_at <= now() then 'expired' when ${inviterIsAdmin} then 'open' else 'withdrawn' end as status,
  exists (select from outgoing_mails m where m.recipient = invitations.email and m.template = 'invitation'
    and m.created_at >= invitations.created_at and m.given_up_at is not null) as undelivered,
  (select name from users where users.id = invitations.invited_by) as "invitedBy",
  ${iso('created_at')} as "createdAt", ${iso('expires_at')} as "expiresAt"`
