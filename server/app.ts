import type { Config } from '#server/config.ts'
import type { Database, Sql } from '#server/database/database.ts'
import type { Installation } from '#server/database/open-installation.ts'
import type { Feed } from '#server/events/feed.ts'
import type { SettingsStore } from '#server/settings/settings-store.ts'
import type { Storage } from '#server/storage/storage.ts'

/** Everything a use case may need; made once at the start, passed on, never looked up. */
export type App = {
  /** The configuration, with what is kept from the first start: the secret, currency and time zone, the name of this history (`epoch`). */
  config: Config & Installation & { sessionSecret: string }
  sql: Sql
  db: Database
  storage: Storage
  settings: SettingsStore
  /** `feed.wake()` after a commit makes the dispatcher look at once. */
  feed: Feed
}
