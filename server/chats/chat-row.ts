import { type SQL, sql } from 'drizzle-orm'
import { type Chat, type ChatActor, isParticipant } from '#domain/chat.ts'
import { isBuyerId, isVisitorId } from '#domain/widget.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { avatarOf } from '#server/platform/database/person.ts'

/** A chat as the database returns it: the row of the contract, with all that only admins may see. */
export type ChatRow = Omit<Chat, 'buyer'> & { buyerEmail: string | null }

/** SQL: the columns that count the messages of this chat that its participant and that no admin has read. */
export const unreadColumns = (chat: string): string =>
  `${chat}.last_number - ${chat}.buyer_count - ${chat}.buyer_read_count as "buyerUnreadCount", ${chat}.buyer_count - ${chat}.admin_read_count as "adminUnreadCount"`
/** Condition: the chat `c` has messages that no admin has read; in the form of its index. */
export const unreadByAdmins: SQL = sql`c.buyer_count > c.admin_read_count`

export const chatColumns: SQL = sql`c.id, c.buyer_id as "buyerId", coalesce(b.name, c.buyer_name) as "buyerName",
  ${sql.raw(unreadColumns('c'))},
  coalesce(a.id, s.id) as "adminId", coalesce(a.email, s.email) as "adminEmail", ${isoSql('c.created_at')} as "createdAt",
  c.last_message as "lastMessage", ${isoSql('c.last_message_at')} as "lastMessageTimestamp", c.last_by_buyer as "lastByBuyer",
  c.last_number as "lastNumber", c.buyer_read_to as "buyerReadTo", c.buyer_delivered_to as "buyerDeliveredTo",
  c.admin_read_to as "adminReadTo", c.admin_delivered_to as "adminDeliveredTo", c.status, c.blocked, c.buyer_email as "buyerEmail",
  case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end as assignee,
  case when b.id is not null then json_build_object('id', b.id, 'shopName', b.shop_name, 'avatar', ${sql.raw(avatarOf('b'))},
    'email', case when b.status = 'closed' then '' else b.email end, 'role', b.role, 'status', b.status) end as person,
  (select json_build_object('score', r.score, 'comment', r.comment) from chat_ratings r where r.chat_id = c.id and r.solution = c.solved_count) as rating`

/** The admin who answers chats without an assignee (product §2, support admin), never the participant. A subquery on `users`. */
export const supportAdmin = (support: string, buyerId: SQL): SQL => sql`
  select id, email from users where role = 'admin' and status = 'active' and id <> ${buyerId}
  order by lower(email) = ${support.toLowerCase()} desc, created_at, id limit 1`

/** Joins the assignee of the chat `c` as `a`, if they are an active admin. */
export const withAssignee: SQL = sql.raw(
  `left join users a on a.id = c.assignee_id and a.role = 'admin' and a.status = 'active' and a.id <> c.buyer_id`,
)

/** The tables of `chatColumns`: the chat, its participant, its assignee if they are an active admin, and the support admin. */
export const chatSource = ({ config }: Pick<App, 'config'>): SQL => sql`chats c left join users b on b.id = c.buyer_id
  ${withAssignee} left join lateral (${supportAdmin(config.supportEmail, sql`c.buyer_id`)}) s on true`

/** The chat as the actor may see it. */
export function chatFrom(actor: ChatActor, { buyerEmail, ...chat }: ChatRow): Chat {
  if (isParticipant(actor, chat)) return { ...chat, assignee: null, person: null, buyer: null }
  return { ...chat, buyer: isBuyerId(chat.buyerId) ? { email: buyerEmail, verified: !isVisitorId(chat.buyerId) } : null }
}
