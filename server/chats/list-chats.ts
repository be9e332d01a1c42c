import { SQL, sql } from 'drizzle-orm'
import type { ChatFilter, ListedChat } from '#contract/chats.ts'
import type { Inputs } from '#contract/inputs.ts'
import { excerpt } from '#domain/text.ts'
import type { Actor } from '#domain/user.ts'
import { type ChatRow, chatColumns, chatFrom, chatSource, unreadByAdmins, withAssignee } from '#server/chats/chat-row.ts'
import { monthOf } from '#server/chats/ratings.ts'
import { answeredBy } from '#server/chats/visible-to.ts'
import type { App } from '#server/platform/app.ts'
import { isoSql } from '#server/platform/database/iso-of.ts'
import { cursorAfter, pageBy, placeIn } from '#server/platform/database/newest-first.ts'
import { isCalled } from '#server/platform/database/person.ts'
import { patternFor } from '#server/platform/database/search-pattern.ts'

type Wanted = Inputs['chats']['list']

const shown: Record<ChatFilter, SQL> = {
  all: sql`c.last_number > 0`,
  unread: unreadByAdmins,
  waiting: sql`c.last_by_buyer and c.status = 'open'`,
  open: sql`c.last_number > 0 and c.status = 'open'`,
  solved: sql`c.last_number > 0 and c.status = 'solved'`,
  rated: sql`exists (select from chat_ratings r where r.chat_id = c.id)`,
}

const by = { newest: sql`c.last_message_at desc, c.id desc`, oldest: sql`c.last_message_at, c.id` }

/** The chats of the support inbox, by the last message (product §7); for admins. Throws `invalid-argument` for an invalid cursor. */
export async function listChats(app: App, actor: Actor, wanted: Wanted): Promise<{ rows: ListedChat[]; next: string | null }> {
  const { limit } = wanted
  const read = await app.db.execute<ChatRow & { found: FoundMessage | null }>(chatsAfter(app, actor, { ...wanted, limit: limit + 1 }))
  const rows = read.map(({ found, ...row }) => ({
    ...chatFrom(actor, row),
    found: found && shownOf(found, wanted.search ?? ''),
  }))
  return pageBy(rows, limit, ({ id, lastMessageTimestamp }) => cursorAfter({ id, createdAt: lastMessageTimestamp ?? '' }))
}

type FoundMessage = { text: string; byBuyer: boolean; timestamp: string }

/** A found message as the list shows it; null if only the database takes its text for a match. */
function shownOf({ text, ...message }: FoundMessage, search: string): ListedChat['found'] {
  const around = excerpt(text, search)
  return around && { ...around, ...message }
}

/** The statement of `listChats`: up to `limit` chats after the cursor. */
export const chatsAfter = (app: App, actor: Actor, wanted: Wanted): SQL => sql`
  select ${chatColumns}, ${foundIn(wanted.search)} as found from ${chatSource(app)} where c.id in (${pageOf(app, actor, wanted)}) order by ${by[wanted.sort]} limit ${wanted.limit}`

/** The ids of a page; for a search, up to a page from each place. */
function pageOf(app: App, actor: Actor, { filter, assignee, buyerId, ratedIn, score, search, sort, cursor, limit }: Wanted): SQL {
  const after = placeIn(cursor)
  const conditions = [shown[filter], answeredBy(actor)]
  if (assignee) conditions.push(assignee === 'none' ? sql`a.id is null` : sql`a.id = ${assignee}`)
  if (buyerId) conditions.push(sql`c.buyer_id = ${buyerId}`)
  const rating = [ratedIn && sql`${monthOf(app)} = ${ratedIn}`, score && sql`r.score = ${score}`].filter((part) => part instanceof SQL)
  if (rating.length > 0)
    conditions.push(sql`exists (select from chat_ratings r where r.chat_id = c.id and ${sql.join(rating, sql` and `)})`)
  if (after)
    conditions.push(sql`(c.last_message_at, c.id) ${sort === 'newest' ? sql`<` : sql`>`} (${after.createdAt}::timestamptz, ${after.id})`)
  const page = (found: readonly SQL[]) => sql`(
    select c.id from chats c ${withAssignee} where ${sql.join([...conditions, ...found], sql` and `)} order by ${by[sort]} limit ${limit})`
  if (!search) return page([])
  return sql.join(
    places(patternFor(search)).map((found) => page([found])),
    sql` union `,
  )
}

/** SQL: the newest message that matches the search, a `FoundMessage`; null if none does. */
const foundIn = (search: string | undefined): SQL =>
  search
    ? sql`(select json_build_object('text', t.text, 'byBuyer', m.by_buyer, 'timestamp', ${isoSql('m.created_at')})
        from (select number, text from chat_texts where chat_id = c.id and text ilike ${patternFor(search)} order by number desc limit 1) t
        join chat_messages m on m.chat_id = c.id and m.number = t.number)`
    : sql`null`

/** The places of a search. Each is a separate query, so that it uses its own index, or follows the list if there are many matches. */
const places = (pattern: string): SQL[] => [
  sql`exists (select from chat_texts t where t.chat_id = c.id and t.text ilike ${pattern})`,
  sql`exists (select from users where users.id = c.buyer_id and ${isCalled(pattern)})`,
  sql`c.buyer_id like 'buyer:%' and c.buyer_name ilike ${pattern}`,
  sql`c.buyer_email ilike ${pattern}`,
]
