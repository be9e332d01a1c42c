import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { hintOfSavedView } from '#server/saved-views/saved-views.ts'

/** SQL: a stored search with the characters of an email address as they are typed. */
const typed = sql`replace(replace(lower(query), '%40', '@'), '%2b', '+')`

/** Deletes the saved views that search for one of these email addresses, and tells the people who see them. */
export async function forgetAddresses(tx: Tx, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  const deleted = await tx.execute<{ id: string; ownerId: string | null; shared: boolean }>(sql`
    delete from saved_views where exists (
      select from json_array_elements_text(${JSON.stringify(addresses)}::json) address where position(lower(address) in ${typed}) > 0)
    returning id, owner_id as "ownerId", shared`)
  for (const { id, ownerId, shared } of deleted) await hintOfSavedView(tx, ownerId, id, shared)
}
