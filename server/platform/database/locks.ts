/** The numbers of our advisory locks. All differ: parts with the same number would block each other. */
export const locks = {
  /** Migrations: one start at a time. */
  start: 7_239_184_501,
  /** The process lock: one Backstall at a time uses an embedded database. */
  processLock: 7_239_184_502,
  /** The dispatcher: one node at a time gives positions. */
  dispatcher: 7_239_184_503,
  /** The sweep of files: one node at a time. */
  sweep: 7_239_184_504,
  /** Edits of the settings, one at a time. */
  settings: 7_239_184_505,
  /** Changes of who is an active admin, one at a time. */
  admins: 7_239_184_506,
  /** New API keys, one at a time, so that their limit holds. */
  apiKeys: 7_239_184_520,
  /** Views that become shared, one at a time, so that their limit holds. */
  sharedViews: 7_239_184_521,
  /** New webhook endpoints, one at a time. */
  webhooks: 7_239_184_507,
  /** The rollup of ledger entries, or a rebuild of all rollups, one at a time. */
  sales: 7_239_184_508,
  /** A backup is being made: no other one is, and no stored file is removed. */
  backup: 7_239_184_530,
  /** An import from a former product, one at a time. */
  transfer: 7_239_184_540,
  /** The import of an uploaded export: one node works on it. */
  transferRun: 7_239_184_541,
  /** Per product: its pictures get their index. The first of two numbers, the second is the product's. */
  pictures: 723_919,
  /** Per chat: its read mark moves, or notices of its messages are written. The first of two numbers, the second is the chat's. */
  chatNotices: 723_918,
} as const

/** SQL: whether a session of this database holds the lock. It looks at the locks instead of taking one, which would refuse it to others. */
export const isHeld = (lock: number): string => `exists (
  select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
  where l.locktype = 'advisory' and l.objsubid = 1 and l.granted and (l.classid::bigint << 32 | l.objid::bigint) = ${lock})`

/** SQL: whether any node of Backstall runs on this database. One of those that run is the dispatcher, and holds its lock. */
export const isNodeRunning = isHeld(locks.dispatcher)
