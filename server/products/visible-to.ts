import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '#domain/user.ts'
import type { Asking } from '#server/sessions/still-active.ts'

const rules: Record<Role, (id: Asking['id']) => SQL> = {
  seller: (id) => sql`products.seller_id = ${id}`,
  // An admin never sees a creation whose pictures are still on their way (product §3).
  admin: () => sql`not products.unfinished`,
}

/** The rows of `products` that this person may see at all; everything else is not found, exactly like an unknown id. */
export const visibleTo = ({ id, role }: { id: Asking['id']; role: Role }): SQL => rules[role](id)
