import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '#domain/user.ts'
import type { ActorInSql } from '#server/sessions/still-active.ts'

const rules: Record<Role, (id: ActorInSql['id']) => SQL> = {
  seller: (id) => sql`products.seller_id = ${id}`,
  // Admins do not see a creation whose pictures are still being uploaded (product §3).
  admin: () => sql`not products.unfinished`,
}

/** SQL condition: the rows of `products` that this person may see. Any other id answers not found, like an unknown one. */
export const visibleTo = ({ id, role }: { id: ActorInSql['id']; role: Role }): SQL => rules[role](id)
