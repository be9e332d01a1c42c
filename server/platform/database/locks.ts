/** The numbers of our advisory locks, each different: two parts that took the same one would wait for each other for ever. */
export const locks = {
  /** One start at a time migrates. */
  start: 7_239_184_501,
  /** One Backstall at a time uses an embedded database. */
  hold: 7_239_184_502,
  /** One node at a time gives positions. */
  dispatcher: 7_239_184_503,
  /** One node at a time sweeps. */
  sweep: 7_239_184_504,
  /** One edit of the settings at a time. */
  settings: 7_239_184_505,
  /** One change at a time of who is an active admin. */
  admins: 7_239_184_506,
  /** One new API key at a time, so that their number is kept. */
  apiKeys: 7_239_184_520,
  /** One new endpoint of webhooks at a time. */
  webhooks: 7_239_184_507,
  /** Ledger entries are rolled up, or all rollups are made anew, by one at a time. */
  sales: 7_239_184_508,
  /** Of a chat: its mark moves, or notices of its messages are written. The first of two numbers, the second is the chat's. */
  chatNotices: 723_918,
} as const
