import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { Tx } from '#server/platform/database/database.ts'

/**
 * Locks the owner of a file while a batch is written, so that a suspension waits for these few rows and stops all later ones. The owner may
 * have signed out, so no session is checked. Throws `account-suspended`, `account-closed`, `not-allowed`.
 */
export async function lockPerson(tx: Tx, { id, role }: Actor): Promise<void> {
  const [person] = await tx.execute<{ status: string; role: string }>(sql`select status, role from users where id = ${id} for share`)
  if (person?.status === 'suspended') throw new AppError('account-suspended')
  if (person?.status !== 'active') throw new AppError('account-closed')
  if (person.role !== role) throw new AppError('not-allowed')
}
