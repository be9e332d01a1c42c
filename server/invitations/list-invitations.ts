import { sql } from 'drizzle-orm'
import type { Invitation } from '#domain/invitation.ts'
import { limits } from '#domain/limits.ts'
import { invitationColumns } from '#server/invitations/invitation-row.ts'
import type { App } from '#server/platform/app.ts'

/** The newest invitations and what became of them; for admins. */
export async function listInvitations({ db }: App): Promise<Invitation[]> {
  return await db.execute<Invitation>(sql`
    select ${invitationColumns} from invitations order by created_at desc, id desc limit ${limits.invitation.shown}`)
}
