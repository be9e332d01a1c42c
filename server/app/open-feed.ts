import { allConsumers, type ConsumersConfig } from '#server/app/background.ts'
import { openLive } from '#server/live/live.ts'
import type { Database, Pool, Sql } from '#server/platform/database/database.ts'
import { channels } from '#server/platform/events/channels.ts'
import { type Consumer, openConsumers, registerConsumers } from '#server/platform/events/consumers.ts'
import { hintsAfter } from '#server/platform/events/dispatch.ts'
import { openDispatcher } from '#server/platform/events/dispatcher.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import type { Feed, FeedHint } from '#server/platform/events/feed.ts'
import { openFeedReader } from '#server/platform/events/feed-reader.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { trimFeed } from '#server/platform/events/trim.ts'
import { limits } from '#server/platform/limits/limits.ts'

export type FeedDeps = {
  sql: Sql
  db: Database
  /** The connections of the consumers, if not the same. */
  background?: Pool | undefined
  config: ConsumersConfig
  log?: Log | undefined
  /** False if LISTEN is not available; hints then arrive by polling, up to a second later. */
  listen?: boolean | undefined
  pollMs?: number | undefined
  consumers?: readonly Consumer[] | undefined
}

/** Opens the feed of this node. Throws if there is no installation row. */
export async function openFeed({
  sql,
  db,
  background = { sql, db },
  log = console,
  listen = true,
  pollMs = limits.feed.pollMs,
  config,
  consumers = allConsumers(config),
}: FeedDeps): Promise<Feed> {
  const { epoch, position } = await historyOf(sql)
  await registerConsumers(sql, consumers)
  const listeners = new Set<(hint: FeedHint) => void>()

  const before = await hintsAfter(sql, position - limits.feed.recentMax, limits.feed.recentMax)
  const reader = openFeedReader(
    sql,
    { start: position, before: before.filter((hint) => hint.position <= position) },
    {
      publish: (hints) => {
        // Server caches first: a browser asks as soon as it has the hint.
        for (const listener of listeners) for (const hint of hints) listener(hint)
        live.publish(hints)
      },
      rewound: () => live.resetAll(),
    },
  )
  const live = openLive({ sql, reader, epoch, log })
  const following = openConsumers(consumers, { ...background, log, consumed: () => dispatcher.ask() })
  const dispatcher = openDispatcher({
    sql,
    log,
    elected: following.start,
    resigned: () => void following.stop(),
    dispatched: (hints, since) => {
      if (!reader.take(hints, since)) reading.ask()
      if (hints.length > 0) following.ask()
    },
  })
  const reading = openLoop('Reading what happened', reader.readNew, { log, retryMs: limits.feed.againMs })
  const wakeDispatcher = openLoop('Waking the dispatcher', () => sql.notify(channels.waiting, ''), { log })

  const poll = setInterval(() => {
    dispatcher.ask()
    reading.ask()
  }, pollMs)
  const trim = openLoop('Forgetting old hints', async () => dispatcher.leads() && trimFeed(sql), { log, everyMs: limits.feed.trimEveryMs })
  const subscriptions = listen
    ? await Promise.all([
        sql.listen(channels.waiting, () => dispatcher.leads() && dispatcher.ask()),
        sql.listen(channels.given, () => dispatcher.leads() || reading.ask()),
      ])
    : []
  dispatcher.ask()
  reading.ask()

  return {
    wake: () => (dispatcher.leads() ? dispatcher : wakeDispatcher).ask(),
    publishedUpTo: reader.publishedUpTo,
    onHint: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    live,
    close: async () => {
      clearInterval(poll)
      live.close()
      for (const unlisten of subscriptions) unlisten()
      await Promise.all([following.stop(), dispatcher.close(), reading.close(), wakeDispatcher.close(), trim.close()])
    },
  }
}

async function historyOf(sql: Sql): Promise<{ epoch: string; position: number }> {
  const [row] = await sql<{ epoch: string; position: number }[]>`select i.epoch, h.position from installation i, feed_head h`
  if (!row) throw new Error('There is no installation row yet; the settings are opened before the feed.')
  return row
}
