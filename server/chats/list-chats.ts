import { type SQL, sql } from 'drizzle-orm'
import type { ChatFilter } from '#contract/chats.ts'
import type { Chat } from '#domain/chat.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { type ChatRow, chatColumns, chatFrom, chatSource } from '#server/chats/chat-row.ts'
import { answeredBy } from '#server/chats/visible-to.ts'
import { cursorAfter, placeIn } from '#server/database/newest-first.ts'
import { patternFor } from '#server/products/list-products.ts'

type Wanted = {
  filter: ChatFilter
  assignee?: string | undefined
  search?: string | undefined
  sort: 'newest' | 'oldest'
  cursor?: string | undefined
  limit: number
}

const shown: Record<ChatFilter, SQL> = {
  all: sql`c.last_number > 0`,
  unread: sql`c.buyer_count > c.admin_read_count`,
  waiting: sql`c.last_by_buyer and c.status = 'open'`,
  open: sql`c.last_number > 0 and c.status = 'open'`,
  solved: sql`c.last_number > 0 and c.status = 'solved'`,
}

/** The support desk's list, by the last message (product §7); for admins. Throws `invalid-argument` for a cursor that is none of ours. */
export async function listChats(
  app: App,
  actor: Actor,
  { filter, assignee, search, sort, cursor, limit }: Wanted,
): Promise<{ rows: Chat[]; next: string | null }> {
  const after = placeIn(cursor)
  const conditions = [shown[filter], answeredBy(actor)]
  if (assignee) conditions.push(assignee === 'none' ? sql`a.id is null` : sql`a.id = ${assignee}`)
  if (search) conditions.push(found(patternFor(search)))
  if (after)
    conditions.push(sql`(c.last_message_at, c.id) ${sort === 'newest' ? sql`<` : sql`>`} (${after.createdAt}::timestamptz, ${after.id})`)
  const direction = sort === 'newest' ? sql`desc` : sql`asc`
  const read = await app.db.execute<ChatRow>(sql`
    select ${chatColumns} from ${chatSource(app)} where ${sql.join(conditions, sql` and `)}
    order by c.last_message_at ${direction}, c.id ${direction} limit ${limit + 1}`)
  const rows = read.slice(0, limit).map((row) => chatFrom(actor, row))
  const last = rows.at(-1)
  const more = last && read.length > limit
  return { rows, next: more ? cursorAfter({ createdAt: last.lastMessageTimestamp ?? '', id: last.id }) : null }
}

/** By who takes part, or by what was said. */
const found = (pattern: string): SQL => sql`(b.name || ' ' || b.email ilike ${pattern} or (b.id is null and c.buyer_name ilike ${pattern})
  or exists (select 1 from chat_texts t where t.chat_id = c.id and t.text ilike ${pattern}))`
