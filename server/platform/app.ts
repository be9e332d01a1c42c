import type { Config } from '#server/platform/config.ts'
import type { Database, Pool, Sql } from '#server/platform/database/database.ts'
import type { Installation } from '#server/platform/database/open-installation.ts'
import type { Feed } from '#server/platform/events/feed.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import type { Passwords } from '#server/platform/passwords.ts'
import type { SettingsStore } from '#server/settings/settings-store.ts'

/** Everything a use case may need; made once at the start and passed on, never looked up. */
export type App = {
  /**
   * The configuration, with what was stored at the first start: the secret, currency and time zone, and `epoch`, the id of this history.
   */
  config: Config & Installation & { sessionSecret: string }
  /** The pool of ordinary calls. */
  sql: Sql
  db: Database
  // Three pools for what is needed all the time, each for its own tables: if a table is locked, only calls that need it wait.
  /** For authentication, sign-in and health. */
  identity: Pool
  /** For chat and live hints. */
  chat: Pool
  /** For notices. */
  notices: Pool
  /** A pool with longer time limits, for background work and exports. */
  background: Pool
  storage: Storage
  passwords: Passwords
  settings: SettingsStore
  /** `feed.wake()` after a commit makes the dispatcher run at once. */
  feed: Feed
}
