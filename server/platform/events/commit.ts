import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'

/**
 * Makes a change in one transaction and wakes the feed, so that what it recorded is published at once and not at the next poll. Inside an outer
 * transaction it commits nothing; the code that began that one wakes the feed after its commit.
 */
export async function commit<Result>({ db, feed }: Pick<App, 'db' | 'feed'>, change: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await db.transaction(change)
  feed.wake()
  return result
}
