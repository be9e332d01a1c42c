import { type SQL, sql } from 'drizzle-orm'
import type { ChatActor } from '#domain/chat.ts'
import type { Actor } from '#domain/user.ts'

/** SQL condition: the chats `c` that the actor may see: their own, and for admins all (product §7). */
export const visibleTo = ({ id, role }: Pick<ChatActor, 'id' | 'role'>): SQL => (role === 'admin' ? sql`true` : sql`c.buyer_id = ${id}`)

/** SQL condition: the chats `c` that the actor answers: for admins all but their own, for sellers none. */
export const answeredBy = ({ id, role }: Pick<Actor, 'id' | 'role'>): SQL => (role === 'admin' ? sql`c.buyer_id <> ${id}` : sql`false`)
