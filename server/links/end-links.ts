import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'

/**
 * Ends every mailed link of a person and his wish for another address: whoever was in before could have made one of them, and it would outlive
 * the new password. A mail of the wish that still waits then finds nobody. Answers the address that was wished for, if any.
 */
export async function endLinks(tx: Tx, userId: string): Promise<string | null> {
  const [person] = await tx.execute<{ dropped: string | null }>(sql`
    update users set pending_email = null from (select id, pending_email from users where id = ${userId} for update) old
    where users.id = old.id returning old.pending_email as dropped`)
  await tx.execute(sql`delete from account_tokens where user_id = ${userId}`)
  return person?.dropped ?? null
}
