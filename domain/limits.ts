/** Every number that people or operators may encounter, in one place (product §3, §6, §10, §11). `…Ms` are milliseconds. */
export const limits = {
  text: { idMax: 128, searchMax: 200 },
  user: { nameMin: 1, nameMax: 100, emailMax: 254, passwordMin: 8, passwordMax: 128, suspensionReasonMax: 1_000 },
  /** Lifetime of an invitation, invitations per admin and hour, and how many are listed. */
  invitation: { lastsMs: 7 * 24 * 60 * 60 * 1000, perHour: 100, windowMs: 60 * 60 * 1000, shown: 200 },
  /** Active keys, and revoked ones still listed; `usedMs`: accuracy of the time of last use. */
  apiKey: { nameMax: 80, keptMax: 100, revokedShown: 20, usedMs: 60_000, bytes: 32 },
  /** Calls per key (product §10); how long the answer of a write is kept for repeats. */
  api: { perKey: 600, windowMs: 60_000, keptMs: 24 * 60 * 60 * 1000, idempotencyKeyMax: 255 },
  profile: { shopNameMax: 100, phoneMax: 40, addressMax: 500, aboutMax: 2_000, extraMax: 50, extraKeyMax: 60, extraValueMax: 1_000 },
  account: {
    /** Mails with a link, per mailbox and per network address that requests them. */
    linksPerMailbox: 3,
    linksPerAddress: 60,
    linksWindowMs: 60 * 60 * 1000,
    /** Changes of the address and of the password in the same window; a mail notifies of each. */
    emailChanges: 5,
    passwordChanges: 10,
    /** Lifetime and random bytes of a link's token. */
    tokenMs: 60 * 60 * 1000,
    tokenBytes: 16,
    /** How long a session may choose a password after a reset link was opened in it. */
    choosingMs: 15 * 60 * 1000,
    /** Attempts to open a link, per network address. */
    tokensPerAddress: 100,
    /** Wrong passwords of a signed-in person who confirms a change, and wrong codes of a second factor, each per account. */
    wrongMax: 10,
    wrongWindowMs: 15 * 60 * 1000,
    /** How long a confirmation by password or code lasts for changes of a role (product §2). */
    confirmedMs: 10 * 60 * 1000,
    recoveryCodes: 10,
    exportsPerHour: 20,
    /** Signed-in devices listed. */
    devicesShown: 100,
  },
  product: {
    titleMin: 3,
    titleMax: 140,
    descriptionMax: 5_000,
    /** Minor units of the marketplace's currency. */
    priceMax: 99_999_999_999,
    stockMax: 2_147_483_647,
    skuMax: 64,
    categoryMax: 80,
    tagsMax: 20,
    tagMax: 40,
    attributesMax: 50,
    attributeKeyMax: 60,
    attributeValueMax: 500,
    /** A new price that differs by more than this percentage from the last approved one needs review, unless the settings change it. */
    priceReviewPercent: 50,
    /** A creation without pictures becomes a draft after this long. */
    unfinishedMs: 24 * 60 * 60 * 1000,
    /** Drafts and unfinished creations of a seller: more than the largest import makes. */
    draftsMax: 250_000,
  },
  order: {
    linesMax: 500,
    quantityMax: 1_000_000,
    sourceMax: 60,
    externalIdMax: 200,
    buyerNameMax: 200,
    addressMax: 200,
    addressPartMax: 100,
    carrierMax: 80,
    trackingMax: 120,
    reasonMax: 1_000,
    /** The number of the first order. */
    firstNumber: 1_001,
    /** How far a storefront's clock may be ahead of the server's. */
    aheadMs: 5 * 60 * 1000,
    /** The earliest time of an order or a payment. */
    earliest: '1970-01-01T00:00:00.000Z',
    /** How often buyers past retention are looked for, and how many are erased in one pass. */
    sweepMs: 60 * 60 * 1000,
    sweptAtOnce: 500,
    retentionDaysMax: 36_500,
  },
  sales: {
    /** The longest range, in days: ten years. `stepsMax`: the most days of a report by day. */
    rangeDays: 3_653,
    stepsMax: 1_100,
    topMax: 100,
    /** Ranges whose best sold are cached, and sums in the totals they are computed from: some 60 MB on a node. */
    cachedRangesMax: 200,
    sumsMax: 2_000_000,
    /** How often the node checks whether the usual ranges need to be summed up ahead: after the start and after each midnight. */
    warmCacheEveryMs: 15_000,
    topShown: 10,
    /** Days of the report on sign-ups (spec §7, §9). */
    signUpDays: 365,
  },
  image: {
    min: 1,
    max: 10,
    bytesMax: 10 * 1024 * 1024,
    pixelsMax: 50_000_000,
    /** Pixels of a side; not every browser shows a longer one. */
    sideMax: 30_000,
    /** How many times as long as the shorter side the longer one may be. */
    ratioMax: 100,
    nameMax: 255,
    /** Characters of a file name that its path keeps. */
    nameInPathMax: 100,
    /** Pictures that one node decodes concurrently; each may take some hundred megabytes. */
    atOnce: 2,
    /** The picture process ends after this long without work. */
    restMs: 60_000,
    /** A picture that takes longer to read and re-encode is refused as broken. */
    workSeconds: 60,
    /** How long caches may keep a picture on sale without revalidation. */
    publicCacheMs: 5 * 60 * 1000,
    /** How often orphans are looked for, and how many are removed in one pass; a sweep without progress for `sweepStallMs` has stalled. */
    sweepMs: 60 * 60 * 1000,
    sweepStallMs: 30 * 60 * 1000,
    sweptAtOnce: 200,
    /** Widths of the server's thumbnails, in pixels. */
    thumbnailWidths: [160, 640],
    /** A stored picture that no product names is swept after this long. */
    orphanMs: 24 * 60 * 60 * 1000,
    /** An upload that no product names yet counts towards the limit of ten only while younger than this. */
    unnamedMs: 15 * 60 * 1000,
  },
  /** The count of waiting items is exact up to this. */
  queue: { shownMax: 999 },
  rejection: { textMin: 10, textMax: 1_000 },
  notification: {
    /** A notification of a chat message is cut at this length (spec §5). */
    textMax: 50,
    unreadShownMax: 999,
    markReadMax: 1_000,
  },
  message: {
    textMax: 2_000,
    /** Announcements per admin and hour. */
    perHour: 60,
    windowMs: 60 * 60 * 1000,
    /** Recipients per transaction, and the pause after each, so that other writes need not wait. */
    batch: 100,
    restMs: 100,
  },
  chat: {
    textMax: 4_000,
    noteMax: 2_000,
    /** Messages per page of a conversation; the bootstrap data has as many of the newest (product §7). */
    pageMax: 100,
    /** Characters of the last message in a list. */
    lastMessageMax: 200,
    /** Messages per person and window; further ones are refused until it has passed. */
    perParticipant: 30,
    perAdmin: 300,
    windowMs: 10_000,
    attachmentsMax: 5,
    bytesMax: 10 * 1024 * 1024,
    /** "Is writing" expires after `typingMs` and is renewed every `typingRenewMs`. */
    typingMs: 6_000,
    typingRenewMs: 3_000,
    /** Changes of "is writing" per person and `windowMs`; further ones are refused, which loses nothing. */
    typingMax: 20,
    /**
     * Messages unread for `mailAfterMs` are mailed once, up to `mailedMessages`. The poll takes few chats at a time, because their writers
     * wait.
     */
    mailAfterMs: 3 * 60 * 1000,
    mailPollMs: 2_000,
    mailBatch: 5,
    mailedMessages: 10,
    notesShown: 200,
    cannedMax: 100,
    cannedTitleMax: 80,
    unreadShownMax: 999,
  },
  digest: {
    /** The hour in the marketplace's time zone from which daily digests are sent, and how often they are looked for. */
    hour: 7,
    pollMs: 60_000,
    /** Notifications named in one digest; people per pass. */
    itemsMax: 50,
    peopleAtOnce: 100,
  },
  /**
   * Unsaved forms (`keptMax`) and begun messages (`draftsMax`) in the browser, their size, lifetime and delay before a write. `reloadMs`: how
   * long the page before a reload may take to release its forms.
   */
  unsaved: { keptMax: 20, draftsMax: 200, charactersMax: 60_000, keptMs: 14 * 24 * 60 * 60 * 1000, writeAfterMs: 400, reloadMs: 1_000 },
  /** The offline cache in bytes (spec §9); `writeAfterMs`: how long changes are collected before a write. */
  cache: {
    bytes: 41_943_040,
    bytesMin: 1_048_576,
    writeAfterMs: 200,
    /** Entries unverified for this long are no longer shown; older than a live stream can resume from. */
    keptMs: 7 * 24 * 60 * 60 * 1000,
    /** Cached pages of an endless list. */
    pagesMax: 4,
    /** Unverified entries verified at once (spec §9, "limbo resolutions"). */
    verifiedAtOnce: 100,
    /** Time limit of one verification. */
    verifyMs: 60_000,
  },
  /** Delay between showing a screen and preloading the other screens of the role, while the browser is idle. */
  ahead: { afterMs: 3_000 },
  /** Rows per page; the pages of a queue are larger, so that admins need fewer of them. */
  page: { size: 25, queueSize: 50, sizeMax: 100 },
  request: {
    bodyBytesMax: 1024 * 1024,
    /** For a caller without a session or a key. */
    anonymousBodyBytesMax: 64 * 1024,
    /** Nesting of a body: that of a free-form payload (`editRequest.depthMax`) and the two levels of its call around it. */
    depthMax: 34,
    /** Lists, objects and fields of objects in one input. */
    partsMax: 20_000,
    /** How long the body of a call may take to arrive; `anonymousBodyMs` without a session or a key. */
    bodyMs: 30_000,
    anonymousBodyMs: 10_000,
    /** Invalid values named in one answer. */
    issuesMax: 100,
  },
  connection: {
    /** How long a new connection may take to send the header of a request, and every further header; looked for every `checkMs`. */
    headerMs: 10_000,
    checkMs: 2_000,
    /** Open connections per network address on one node, except trusted proxies. An office shares an address; a browser opens up to six. */
    perNetwork: 1_000,
  },
  signIn: {
    /** Per account and network address. */
    wrongPerAccount: 10,
    wrongPerAddress: 100,
    /** Per account from all addresses; beyond it new devices are refused and known ones wait `slowMs`. */
    wrongPerAccountAnywhere: 50,
    slowMs: 2_000,
    windowMs: 15 * 60 * 1000,
    /** How long a device that signed in counts as known. */
    deviceMs: 365 * 24 * 60 * 60 * 1000,
    /** Accounts remembered per device. */
    accountsPerDevice: 5,
  },
  signUp: { perAddress: 100, windowMs: 60 * 60 * 1000 },
  upload: {
    perPerson: 1_000,
    windowMs: 60 * 60 * 1000,
    /** Total budget of one upload, retries included (spec §9). */ budgetMs: 10 * 60 * 1000,
    /** Pictures that one form uploads concurrently. */ atOnce: 3,
    /** How long a refused upload may continue to send, so that the browser can read the refusal. */ lingerMs: 30_000,
    /** The first pause before a retry; it doubles, with jitter, up to `retryLongestMs` (product §11). */ retryFirstMs: 1_000,
    retryLongestMs: 30_000,
    /** An attempt that transfers no byte for this long counts as a network failure. */ stallMs: 60_000,
    /** How long the part of an interrupted upload is kept, and how many per person: enough for a few forms. */
    partMs: 60 * 60 * 1000,
    partsMax: 20,
    /** Attempts of an upload that arrives damaged; after that it fails. */ damagedMax: 2,
  },
  storage: {
    /** Total budget of one storage operation, retries included (spec §9). */ budgetMs: 2 * 60 * 1000,
    /** An attempt that takes longer counts as a network failure. */ attemptMs: 30_000,
    /** Lifetime of a signed file address; browsers cache the file for half of it. */ addressMs: 2 * 60 * 60 * 1000,
  },
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
  session: {
    lifeMs: 30 * 24 * 60 * 60 * 1000,
    /** How long a node may answer reads without checking the session again. */
    cachedMs: 1_000,
    /** A feed silent for this long proves nothing; then every request checks the session. */
    feedSilentMs: 2_000,
    cachedMax: 10_000,
    /** The time of a device's last request is updated this often. */
    seenMs: 5 * 60 * 1000,
    /** Characters kept of a browser's user agent. */
    userAgentMax: 300,
  },
  live: {
    heartbeatMs: 10_000,
    streamsPerPerson: 20,
    /** How long a stream can be resumed; after that the client starts afresh. */
    resumeMs: 7 * 24 * 60 * 60 * 1000,
    bufferBytesMax: 1024 * 1024,
    /** Hints read at once for a resumed stream; more than `replayMax` behind, it starts afresh, which costs less. */
    replayPage: 1_000,
    replayMax: 10_000,
    /** How often a node checks the sessions of its streams. */
    sessionCheckMs: 500,
    /** Long polling where streams do not get through (spec §9): the wait of a poll, in seconds. */
    pollSecondsMin: 5,
    pollSecondsMax: 30,
    pollSeconds: 30,
    /** Minimum time between the starts of two polls, so that a flood of hints becomes a few answers. */
    pollSpacingMs: 250,
    /** A stream greets at once; without a greeting after this long, a proxy is buffering it. */
    greetingMs: 5_000,
    /**
     * After `youngStreamsMax` streams in a row that broke off before their first heartbeat, the browser polls; it retries a stream after
     * `streamAgainMs`.
     */
    youngStreamsMax: 3,
    streamAgainMs: 5 * 60 * 1000,
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
  bulk: {
    /** Decisions per bulk decision (product §3). */
    itemsMax: 1_000,
    /** How long a bulk decision is held before it runs, so that its author can undo it. */
    undoMs: 10_000,
    /** How long all admins see a finished one; its author sees it until they dismiss it. */
    shownMs: 10 * 60 * 1000,
    /** Finished ones listed at most. */
    doneShown: 20,
    /** Further, older ones that their author has not dismissed, at most. */
    unreadShown: 5,
    /** How often the progress of a running one is published. */
    progressMs: 1_000,
  },
  editRequest: {
    /** Bytes of a payload as JSON in UTF-8. */
    payloadBytesMax: 65_536,
    /** Characters of a key in a payload. */
    keyMax: 200,
    /** Nesting of a payload, counting itself. */
    depthMax: 32,
    noteMax: 1_000,
  },
  look: {
    /** Presence on a product expires after `lastsMs` and is renewed every `renewMs`. */
    lastsMs: 25_000,
    renewMs: 10_000,
    /** Expired entries that one update removes. */
    clearedAtOnce: 100,
  },
  warning: {
    /** A price this many times above or below the median of its category causes a warning. */
    priceTimes: 5,
    /** Products from which median and similarity are computed, at most. */
    sample: 500,
    /** Titles more similar than this (0 to 1, trigrams) may be the same product. */
    titleLikeness: 0.6,
    /** The most similar ones shown. */
    duplicatesShown: 5,
  },
  import: {
    bytesMax: 64 * 1024 * 1024,
    rowsMax: 200_000,
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
    nameMax: 255,
    /** Refused rows on the screen; the report has all. */
    problemsShown: 20,
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
  mail: {
    /** How often a node looks for mail that is due, and how many it sends concurrently. */
    pollMs: 500,
    atOnce: 5,
    /** How long a node may take to send a mail before another may try it. */
    leaseMs: 5 * 60 * 1000,
    /** Retries while the mail server is unreachable: after the first pause, doubling up to the last. */
    retryMinMs: 2_000,
    retryMaxMs: 60_000,
    /** Retries of one mail that the mail server defers: after the first pause, doubling up to the last. */
    laterMinMs: 60_000,
    laterMaxMs: 60 * 60 * 1000,
    /** A mail that could not be sent for this long is given up. */
    giveUpMs: 3 * 24 * 60 * 60 * 1000,
    connectMs: 10_000,
    silenceMs: 30_000,
    /** How long the record of a sent mail is kept; how often the sweep runs. */
    keptMs: 7 * 24 * 60 * 60 * 1000,
    sweepMs: 60 * 60 * 1000,
  },
  webhook: {
    /** Endpoints; one node at a time sends to each, one message after the other. */
    endpointsMax: 20,
    urlMax: 2_000,
    descriptionMax: 200,
    /** Random bytes of a secret. */
    secretBytes: 32,
    /** How long the former secret also signs after a rotation. */
    overlapMs: 24 * 60 * 60 * 1000,
    /** Rotations within that time, which limits the number of former secrets. */
    rotationsMax: 10,
    /** From the DNS lookup to the end of the answer. */
    attemptMs: 15_000,
    /** How long a node that stops waits for a running attempt. */
    graceMs: 3_000,
    /** Bytes of an answer that are read, and bytes that are kept. */
    answerBytesMax: 8 * 1024,
    answerKeptBytes: 1024,
    /** The pauses before further attempts (Standard Webhooks, "Deliverability and reliability"): three days in all. */
    retryMs: [
      5_000,
      5 * 60 * 1000,
      30 * 60 * 1000,
      2 * 60 * 60 * 1000,
      5 * 60 * 60 * 1000,
      10 * 60 * 60 * 1000,
      14 * 60 * 60 * 1000,
      20 * 60 * 60 * 1000,
      24 * 60 * 60 * 1000,
    ],
    /** A delivery is given up after this long, even if a long queue allowed fewer attempts. */
    giveUpMs: 84 * 60 * 60 * 1000,
    /** The random share by which a pause is longer or shorter. */
    jitter: 0.1,
    /** The longest `Retry-After` that is honoured; the longest rest of a whole endpoint. */
    retryAfterMax: 24 * 60 * 60 * 1000,
    restMaxMs: 60 * 60 * 1000,
    /** The rest of an endpoint after a failure: from the first, doubling up to the last. */
    restFirstMs: 250,
    restLastMs: 60_000,
    /** After no success for this long, the first one makes all deferred deliveries due at once. */
    outageMs: 5 * 60 * 1000,
    /** A node silent for this long loses the endpoint that it was sending to. */
    leaseMs: 20_000,
    /** How often a node looks for due deliveries, and how often a change of the log is published. */
    pollMs: 500,
    publishMs: 500,
    /** Admins are notified of an endpoint that has accepted nothing for this long. */
    failingMs: 24 * 60 * 60 * 1000,
    /** A delivery that waits for a disabled endpoint is given up this long after it was due. */
    strandedMs: 4 * 24 * 60 * 60 * 1000,
    /** How long the log is kept, in days, unless the settings change it. */
    logDays: 30,
    logDaysMax: 365,
    sweepMs: 60 * 60 * 1000,
    sweptAtOnce: 5_000,
    /** Test messages per admin and hour. */
    testsPerHour: 60,
    windowMs: 60 * 60 * 1000,
    /** Attempts shown with a delivery, the newest. */
    triesShown: 50,
  },
  /** Items, people and reasons that a search of the history may match. */
  history: { searchedMax: 500 },
  settings: {
    categoriesMax: 500,
    marketplaceNameMax: 80,
    linkMax: 500,
    templateMax: 1_000,
    priceReviewPercentMax: 1_000,
    /** How often settings are read again without a hint. */
    refreshMs: 5_000,
  },
} as const
