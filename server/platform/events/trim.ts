import type { Sql } from '#server/platform/database/database.ts'
import { limits } from '#server/platform/limits/limits.ts'

/**
 * Deletes the oldest hints once no stream can be resumed from them, but never beyond the slowest consumer. Returns how many. It always
 * deletes from the beginning of the feed, so that a resumed stream can tell from the first row whether something is missing.
 */
export async function trimFeed(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with edge as (
      select max(position) as position from (
        select position from feed where created_at < now() - ${limits.live.resumeMs} * interval '1 millisecond' order by created_at limit ${limits.feed.trimBatch}
      ) old
    ), trimmed as (
      delete from feed using edge
      where feed.position <= edge.position and feed.position <= coalesce((select min(position) from consumers), edge.position)
      returning 1
    )
    select count(*) as count from trimmed`
  return row?.count ?? 0
}
