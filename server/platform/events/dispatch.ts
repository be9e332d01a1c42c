import type { Sql } from '#server/platform/database/database.ts'
import { messageJson, messageSource } from '#server/platform/database/message-json.ts'
import { channels } from '#server/platform/events/channels.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'

/** SQL: the message of a chat's hint `f` as JSON; null if it is gone (architecture, mechanism 6). */
const message = `case when f.kind = 'chat.message' then (
  select ${messageJson}::text from ${messageSource} where m.chat_id = f.item_id and m.number = f.number) end`

/**
 * Gives the next positions to at most `size` waiting hints, in one statement, and returns them in order. Other nodes are notified with its
 * commit.
 *
 * It reads only committed hints and locks the head's row until the commit, so positions have no gap and become visible in order, even if
 * two nodes dispatch at once (architecture, mechanism 5). Rows are found by ctid, because the planner would read the whole table when a
 * backlog has made its statistics old.
 */
export async function dispatch(sql: Sql, size: number): Promise<FeedHint[]> {
  return await sql<FeedHint[]>`
    with taken as (
      delete from feed_waiting where ctid = any (array(select ctid from feed_waiting order by id limit ${size} for update skip locked))
      returning id, event_id, kind, item_id, owner_id, number
    ), head as (
      update feed_head set position = position + (select count(*) from taken) where exists (select from taken) returning position
    ), given as (
      insert into feed (position, event_id, kind, item_id, owner_id, number)
      select head.position - count(*) over () + row_number() over (order by id), event_id, kind, item_id, owner_id, number from taken, head
      returning position, kind, item_id, owner_id, number
    ), notified as materialized (
      select pg_notify(${channels.given}, '') from head
    )
    select position, kind, item_id as "itemId", owner_id as "ownerId", f.number, ${sql.unsafe(message)} as message
    from given f, notified order by position`
}

/** The hints after a position, at most `size`, in order. */
export async function hintsAfter(sql: Sql, position: number, size: number): Promise<FeedHint[]> {
  return await sql<FeedHint[]>`
    select position, kind, item_id as "itemId", owner_id as "ownerId", f.number, ${sql.unsafe(message)} as message
    from feed f where position > ${position} order by position limit ${size}`
}
