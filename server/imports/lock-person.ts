import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { Tx } from '#server/platform/database/database.ts'

/**
 * As long as a batch is written the owner of its file cannot be suspended: that waits for these few rows and stops all that follow.
 * He need not stay signed in, so it is not his session that is asked for. Throws `account-suspended`, `account-closed`, `not-allowed`.
 */
export async function lockPerson(tx: Tx, { id, role }: Actor): Promise<void> {
  const [person] = await tx.execute<{ status: string; role: string }>(sql`select status, role from users where id = ${id} for share`)
  if (person?.status === 'suspended') throw new AppError('account-suspended')
  if (person?.status !== 'active') throw new AppError('account-closed')
  if (person.role !== role) throw new AppError('not-allowed')
}
