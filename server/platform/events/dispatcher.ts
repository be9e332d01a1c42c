import type { Sql } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'
import { openSql } from '#server/platform/database/sql.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import { dispatch } from '#server/platform/events/dispatch.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import type { FeedHint } from '#server/platform/events/feed.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'

export type Dispatcher = {
  /** True while this node is the dispatcher. */
  leads: () => boolean
  /** Dispatches waiting hints soon; on another node, tries to become the dispatcher. */
  ask: () => void
  close: () => Promise<void>
}

export type DispatcherDeps = {
  sql: Sql
  log: Log
  /**
   * Gets the hints that were just given a position, in order; `since` (ms) is the moment up to which none is left waiting, null if more
   * are.
   */
  dispatched: (hints: FeedHint[], since: number | null) => void
  elected: () => void
  resigned: () => void
}

/**
 * The dispatcher of all nodes: it has a session lock on its own connection, so that it resigns when that connection ends, and another node
 * takes over at its next poll. Two at once, after a lost connection, would still do no harm (`dispatch`).
 */
export function openDispatcher({ sql, log, dispatched, elected, resigned }: DispatcherDeps): Dispatcher {
  let leading = false
  const resign = () => {
    if (leading) resigned()
    leading = false
  }
  /** A connection outside the pool, which reconnects by itself. */
  const connection = () => {
    const mine: Sql = openSql({ ...sql.options, max: 1, lifetimeMs: Number.POSITIVE_INFINITY, onLost: () => mine === own && lose() })
    return mine
  }
  /** Dispatches at once, and again until the database is back. */
  const lose = () => {
    resign()
    dispatching.ask()
  }
  let own = connection()

  /**
   * Has the statement planned at each run: its tables fill and empty all the time, and a plan that was made while they were empty would read
   * all of them.
   */
  async function elect(): Promise<void> {
    const [row] = await own<{ mine: boolean }[]>`
      select pg_try_advisory_lock(${locks.dispatcher}) as mine, set_config('tcp_keepalives_idle', '5', false),
        set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false),
        set_config('plan_cache_mode', 'force_custom_plan', false)`
    leading = row?.mine === true
    if (leading) elected()
  }
  async function takeAll(alive: Alive): Promise<void> {
    for (let full = true; full && leading; alive()) {
      const since = Date.now()
      const hints = await dispatch(own, limits.feed.batch)
      full = hints.length === limits.feed.batch
      dispatched(hints, full ? null : since)
    }
  }
  async function dispatchAll(alive: Alive): Promise<void> {
    // A connection that broke without an error never answers: leave it to the database to notice, and open another.
    const stuck = setTimeout(() => {
      const lost = own
      resign()
      own = connection()
      void lost.end({ timeout: 0 })
    }, limits.feed.stuckMs)
    try {
      if (!leading) await elect()
      await takeAll(alive)
    } finally {
      clearTimeout(stuck)
    }
  }
  const dispatching = openLoop('Giving positions to what happened', dispatchAll, { log, retryMs: limits.feed.againMs })
  return {
    leads: () => leading,
    ask: dispatching.ask,
    close: async () => {
      await dispatching.close()
      resign()
      await own.end({ timeout: 1 })
    },
  }
}
