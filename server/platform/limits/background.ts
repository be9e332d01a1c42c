/** Limits of the database, workers and live hints. */
export const background = {
  /** The pause before work that a deadlock rolled back is repeated: once to twice this long. */
  database: {
    againMs: 20,
    /** A batched statement is given up after `batchedMs`; its callers may retry after `retryAfter` seconds. */
    batchedMs: 10_000,
    retryAfter: 5,
    /** Time limit of a call, without its body. */
    callMs: 10_000,
    /**
     * For work that people wait for: a statement, its wait for a lock, and its wait for a connection. The last two together stay below
     * `callMs`, which also ends the wait behind others that wait for a lock (decision 24).
     */
    request: { statementMs: 10_000, lockMs: 4_500, poolMs: 5_000 },
    /** For sign-in, chat and notifications: their few connections are soon free again when one of several tables is locked. */
    core: { statementMs: 10_000, lockMs: 1_000, poolMs: 5_000 },
    /** For background work and exports. */
    background: { statementMs: 10 * 60 * 1000, lockMs: 15_000, poolMs: 60_000 },
    /** Connections of a node besides DATABASE_POOL. Live hints have two more. */
    pools: { identity: 3, chat: 4, notices: 2, background: 6 },
  },
  /** The loops of the workers. */
  loop: {
    /**
     * A pass without progress for this long has stalled; the limit doubles with each further one in a row, at most `doublingsMax` times.
     */
    stallMs: 60_000,
    doublingsMax: 6,
    /** How long a node that stops waits for a running pass. */
    stopMs: 3_000,
  },
  live: {
    streamsPerPerson: 20,
    /** When (s) a browser that was refused a stream may ask again. */
    retryAfter: 30,
    /** How long a stream can be resumed; after that the client starts afresh. */
    resumeMs: 7 * 24 * 60 * 60 * 1000,
    bufferBytesMax: 1024 * 1024,
    /** Hints read at once for a resumed stream; more than `replayMax` behind, it starts afresh, which costs less. */
    replayPage: 1_000,
    replayMax: 10_000,
    /** How often a node checks the sessions of its streams. */
    sessionCheckMs: 500,
    /** Without an answer from the database for this long a node sends no heartbeat, because it may have missed events. */
    blindMs: 5_000,
  },
  feed: {
    /** Every node reads the feed this often, woken or not. */
    pollMs: 1_000,
    /** The pause after a failed read: when the database is back, live hints are not delayed. */
    againMs: 150,
    /** The pause between two wake-ups, and between two batches of the dispatcher: under load each takes many at once. */
    gapMs: 10,
    batch: 500,
    /** The last hints that a node keeps in memory for resumed streams. */
    recentMax: 1_000,
    /** A dispatcher statement that takes longer has lost its connection unnoticed. */
    stuckMs: 15_000,
    /** The pause between two batches of a consumer; an idle consumer starts at once. */
    consumerGapMs: 100,
    consumerBatch: 500,
    /** The pauses of a failing consumer: from the first, doubling up to the last. */
    retryMinMs: 1_000,
    retryMaxMs: 30_000,
    trimEveryMs: 60_000,
    trimBatch: 5_000,
  },
  backup: {
    /** How often a node checks whether a backup is due, and how long after a failed one it tries again. */
    checkMs: 60_000,
    againMs: 60 * 60 * 1000,
    /** One table may take this long. */
    stallMs: 60 * 60 * 1000,
  },
  settings: {
    /** How often settings are read again without a hint. */
    refreshMs: 5_000,
  },
} as const
