import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'

/** Makes a change in one transaction. After the commit, what it recorded is published at once; on its own, other nodes would do so a little later. */
export async function commit<Result>({ db, feed }: Pick<App, 'db' | 'feed'>, change: (tx: Tx) => Promise<Result>): Promise<Result> {
  const result = await db.transaction(change)
  feed.wake()
  return result
}
