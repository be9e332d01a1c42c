import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'

/**
 * Makes a change in one transaction and wakes the feed, so that what it recorded is published at once and not at the next poll. As a part of an outer
 * transaction it commits nothing; there the beginner wakes the feed, too.
 */
export async function commit<Result>({ db, feed }: Pick<App, 'db' | 'feed'>, change: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await db.transaction(change)
  feed.wake()
  return result
}
