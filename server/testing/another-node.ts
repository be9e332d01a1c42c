import { openFeed } from '#server/app/open-feed.ts'
import { connect } from '#server/platform/database/database.ts'
import { databaseOf, quiet, type TestApp } from './test-app.ts'
import { closeAtEnd, testServer } from './worker.ts'

/** One more node of the same installation, without consumers. */
export async function anotherNode({ app }: TestApp, about: { listen?: boolean; pollMs?: number } = {}) {
  const { sql, db, close } = connect({ ...testServer(), database: databaseOf(app) }, 4)
  const feed = await openFeed({ sql, db, config: app.config, log: quiet, consumers: [], ...about })
  closeAtEnd(() => feed.close().then(close))
  return { sql, db, feed }
}
