import type { Sql } from '#server/database/database.ts'
import type { FeedHint } from '#server/events/feed.ts'

/**
 * Gives the next positions to at most `size` waiting hints, in one statement, and returns them in order.
 *
 * Only committed hints are seen and the head's row is locked until the commit, so positions have no gap and become visible
 * in their order, even if two nodes did this at once (architecture, mechanism 5). Rows are found by their place, as the
 * planner would else read the whole table when a backlog has made its statistics old.
 */
export async function dispatch(sql: Sql, size: number): Promise<FeedHint[]> {
  return await sql<FeedHint[]>`
    with taken as (
      delete from feed_waiting where ctid = any (array(select ctid from feed_waiting order by id limit ${size} for update skip locked))
      returning id, event_id, kind, item_id, owner_id
    ), head as (
      update feed_head set position = position + (select count(*) from taken) where exists (select from taken) returning position
    ), given as (
      insert into feed (position, event_id, kind, item_id, owner_id)
      select head.position - count(*) over () + row_number() over (order by id), event_id, kind, item_id, owner_id from taken, head
      returning position, event_id, kind, item_id, owner_id
    )
    select position, event_id as "eventId", kind, item_id as "itemId", owner_id as "ownerId" from given order by position`
}

/** The hints after a position, at most `size`, in order. */
export async function hintsAfter(sql: Sql, position: number, size: number): Promise<FeedHint[]> {
  return await sql<FeedHint[]>`
    select position, event_id as "eventId", kind, item_id as "itemId", owner_id as "ownerId"
    from feed where position > ${position} order by position limit ${size}`
}
