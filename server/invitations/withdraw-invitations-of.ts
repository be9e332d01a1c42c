import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { record } from '#server/platform/events/record.ts'

/**
 * Withdraws the open invitations of a person who stops being an active admin in this transaction: by one of them they could come back.
 * `actorId` is the person who ended it, or null.
 */
export async function withdrawInvitationsOf(tx: Tx, inviterId: string, actorId: string | null): Promise<void> {
  const withdrawn = await tx.execute<{ id: string; email: string }>(sql`
    update invitations set withdrawn_at = now()
    where invited_by = ${inviterId} and accepted_at is null and withdrawn_at is null and expires_at > now() returning id, email`)
  for (const { id, email } of withdrawn) await record(tx, { kind: 'user.uninvite', itemId: id, ownerId: null, actorId, title: email })
}
