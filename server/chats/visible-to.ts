import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'

/** The chats `c` that exist for this person: his own, and for an admin all (product §7). */
export const visibleTo = ({ id, role }: Pick<Actor, 'id' | 'role'>): SQL => (role === 'admin' ? sql`true` : sql`c.buyer_id = ${id}`)

/** The chats `c` in which this person stands on our side: all but his own, and for admins alone. */
export const answeredBy = ({ id, role }: Pick<Actor, 'id' | 'role'>): SQL => (role === 'admin' ? sql`c.buyer_id <> ${id}` : sql`false`)
