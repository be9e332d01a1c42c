/** Limits of CSV files, of archives, and of imports from a former product and exports. */
export const imports = {
  import: {
    /** Characters of a cell. */
    cellMax: 20_000,
    /** Cells of a row; more than this means unclosed quotes or a file of another kind. */
    columnsMax: 1_000,
    /** Rows read before other work gets its turn. */
    rowsAtOnce: 1_000,
    /** How far the end of a row is looked for; beyond this its quotes are broken. */
    rowBytesMax: 1024 * 1024,
    /** Columns without a meaning that are reported, and the characters of each. */
    ignoredMax: 50,
    columnNameMax: 60,
    /** Refused rows on the screen; the report has all. */
    problemsShown: 20,
    /** New drafts, and changed products, that a dry run shows with their values. */
    changesShown: 10,
    /** Rows per transaction. */
    batch: 200,
    /** Files that one node imports concurrently. */
    atOnce: 2,
    /** Another node takes over the work of a node silent for `leaseMs`; nodes look for such work every `pollMs`. */
    leaseMs: 15_000,
    pollMs: 2_000,
    /**
     * An import without progress for this long is given up and resumed from its last batch; longer than a request to the file store may
     * take.
     */
    stallMs: 3 * 60 * 1000,
    /** How often progress is published. */
    publishMs: 500,
    /** Uploads per person and hour. */
    perHour: 60,
    windowMs: 60 * 60 * 1000,
    /** Files kept per person, for how long after their end, and how often the sweep runs. */
    keptMax: 20,
    reportMs: 7 * 24 * 60 * 60 * 1000,
    sweepMs: 60 * 60 * 1000,
  },
  archive: {
    /** What an archive may unpack to: entries and bytes; beyond `freeBytes` at most `ratioMax` times its size. */
    entriesMax: 1_000_000,
    unpackedBytesMax: 20_000_000_000,
    ratioMax: 200,
    freeBytes: 100_000_000,
    /** Bytes of the path of an entry and of each part of it, and how many parts. */
    pathBytesMax: 1_024,
    partBytesMax: 255,
    depthMax: 32,
  },
  transfer: {
    /** Records that are checked and written together, and their bytes. */
    batch: 500,
    batchBytes: 8 * 1024 * 1024,
    /** Messages of the chats that are written together. A chat that has more is written alone, so many messages per statement. */
    weightMax: 10_000,
    messagePage: 5_000,
    /** With more broken messages inside, a chat is left out; so many of its senders without an account are reported. */
    brokenMax: 1_000,
    sendersMax: 100,
    /** Bytes of one record: a chat with very many messages inside is the longest. */
    recordBytesMax: 16 * 1024 * 1024,
    /** Levels of lists and objects in a record. */
    depthMax: 100,
    /** Bytes of the name of a file; disks allow some more, for thumbnails. */
    nameBytesMax: 200,
    /** Levels of folders below `files/`. */
    foldersMax: 8,
  },
  transferRun: {
    /** Uploaded exports that are kept, and how long one waits for its import after the dry run. */
    keptMax: 20,
    waitMs: 7 * 24 * 60 * 60 * 1000,
    /** How often nodes look for work, and how often progress is published. */
    pollMs: 2_000,
    publishMs: 500,
    /** Findings that wait to be stored before the import waits for that. */
    findingsMax: 5_000,
    /** Findings about rejected records of one part that the page shows. */
    shownMax: 5,
    /** Bytes of the parts in which the command sends an export. */
    partBytes: 1024 * 1024,
    /** Without progress for this long it is begun anew. */
    stallMs: 5 * 60 * 1000,
  },
  export: {
    /** Products that an export reads at once. */
    page: 500,
    /** Exports of a person that one node sends at once; more are told to retry after so many seconds. */
    atOnce: 2,
    retryAfter: 10,
    /** CSV exports per person. */
    perHour: 120,
    windowMs: 60 * 60 * 1000,
  },
} as const
