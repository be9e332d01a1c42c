import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'

/**
 * Deletes every mailed link of a person and their pending change of address: an intruder could have made one of them, and it would outlive
 * the new password. A mail for the pending change that still waits is then not sent. Returns the dropped address, if any.
 */
export async function endLinks(tx: Tx, userId: string): Promise<string | null> {
  const [person] = await tx.execute<{ dropped: string | null }>(sql`
    update users set pending_email = null from (select id, pending_email from users where id = ${userId} for update) old
    where users.id = old.id returning old.pending_email as dropped`)
  await tx.execute(sql`delete from account_tokens where user_id = ${userId}`)
  return person?.dropped ?? null
}
