import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'

const patienceMs = 60_000

/** Waits until every event has its position and every consumer has processed it. */
export async function consumersDone(sql: Sql): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; ) {
    const [left] = await sql<{ work: boolean }[]>`
      select exists (select 1 from feed_waiting) or exists (select 1 from consumers c, feed_head h where c.position < h.position) as work`
    if (!left?.work) return
    await wait(20)
  }
  throw new Error(`Events were still without consequences after ${patienceMs / 1000} seconds.`)
}
