/** Every number a person or an operator may meet, in one place (product §3, §6, §10, §11). */
export const limits = {
  text: { idMax: 128, searchMax: 200 },
  user: { nameMin: 1, nameMax: 100, emailMax: 254, passwordMin: 8, passwordMax: 128, suspensionReasonMax: 1_000 },
  /** How long an invitation works, how many an admin sends per hour, and how many are listed. */
  invitation: { lastsMs: 7 * 24 * 60 * 60 * 1000, perHour: 100, windowMs: 60 * 60 * 1000, shown: 200 },
  /** Keys that work at once, and how many that stopped are still listed; `usedMs`: how exactly it is known when one was used last. */
  apiKey: { nameMax: 80, keptMax: 100, revokedShown: 20, usedMs: 60_000, bytes: 32 },
  /** Calls of one key (product §10), and how long the answer of a write is kept for repetitions. */
  api: { perKey: 600, windowMs: 60_000, keptMs: 24 * 60 * 60 * 1000, idempotencyKeyMax: 255 },
  profile: { shopNameMax: 100, phoneMax: 40, addressMax: 500, aboutMax: 2_000, extraMax: 50, extraKeyMax: 60, extraValueMax: 1_000 },
  account: {
    /** Mails with a link that one mailbox gets, and that one network address asks for. */
    linksPerMailbox: 3,
    linksPerAddress: 60,
    linksWindowMs: 60 * 60 * 1000,
    /** Changes of one's address and of one's password in the same time, each of which is told by mail. */
    emailChanges: 5,
    passwordChanges: 10,
    /** How long a link opens something, and how much chance is in it. */
    tokenMs: 60 * 60 * 1000,
    tokenBytes: 16,
    /** So long a session may choose a password after a reset link was opened in it. */
    choosingMs: 15 * 60 * 1000,
    /** Links tried per network address. */
    tokensPerAddress: 100,
    /** Wrong passwords where a signed-in person is asked again, and wrong codes of a second factor, each per account. */
    wrongMax: 10,
    wrongWindowMs: 15 * 60 * 1000,
    /** For this long after password or code were given, a role can be changed without asking for them again (product §2). */
    confirmedMs: 10 * 60 * 1000,
    recoveryCodes: 10,
    exportsPerHour: 20,
    /** Signed-in devices that are shown. */
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
    /** A new price further than so many percent from the last approved one is reviewed too, unless the settings say otherwise. */
    priceReviewPercent: 50,
    /** A creation whose pictures never arrived becomes a draft after this long. */
    unfinishedMs: 24 * 60 * 60 * 1000,
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
    /** The first number that an order is given. */
    firstNumber: 1_001,
    /** A storefront's clock may be so far ahead of ours. */
    aheadMs: 5 * 60 * 1000,
    /** How often buyers whose time has come are looked for, and how many are erased in one go. */
    sweepMs: 60 * 60 * 1000,
    sweptAtOnce: 500,
    retentionDaysMax: 36_500,
  },
  sales: {
    /** The longest range, in days: ten years. Day by day it is told up to the second. */
    rangeDays: 3_653,
    stepsMax: 1_100,
    topMax: 100,
    /** Best sold are remembered of so many ranges, and what they are added up from up to so many sums: some 60 MB on a node. */
    boardsMax: 200,
    sumsMax: 2_000_000,
    /** So long after the start, and at most so long after midnight, the usual ranges are summed up beforehand. */
    rememberMs: 15_000,
    topShown: 10,
    /** Sign-ups are told over so many days (spec §7, §9). */
    signUpDays: 365,
  },
  image: {
    min: 1,
    max: 10,
    bytesMax: 10 * 1024 * 1024,
    pixelsMax: 50_000_000,
    nameMax: 255,
    /** So much of a name stands in the path of its file. */
    nameInPathMax: 100,
    /** Pictures that one node decodes side by side; each may take some hundred megabytes. */
    atOnce: 2,
    /** The process that works on them ends when none came for so long. */
    restMs: 60_000,
    /** A picture that takes longer than this to read and write anew is refused as broken. */
    workSeconds: 60,
    /** How long anybody may keep a picture that is on sale without asking again. */
    publicCacheMs: 5 * 60 * 1000,
    /** How often orphans are looked for, and how many are removed in one go; a sweep without progress for so long has stalled. */
    sweepMs: 60 * 60 * 1000,
    sweepStallMs: 30 * 60 * 1000,
    sweptAtOnce: 200,
    /** Widths of the thumbnails that the server makes, in pixels. */
    thumbnailWidths: [160, 640],
    /** A stored picture that no product names is swept after this long. */
    orphanMs: 24 * 60 * 60 * 1000,
    /** Uploads that are not named yet count against the ten only while this young. */
    unnamedMs: 15 * 60 * 1000,
  },
  /** The count of what waits is exact so far. */
  queue: { shownMax: 999 },
  rejection: { textMin: 10, textMax: 1_000 },
  notification: {
    /** Chat text in a notice is cut here (spec §5). */
    textMax: 50,
    unreadShownMax: 999,
    markReadMax: 1_000,
  },
  message: {
    textMax: 2_000,
    /** Messages that an admin sends per hour. */
    perHour: 60,
    windowMs: 60 * 60 * 1000,
    /** Recipients in one transaction, and the rest after each, so that nobody else waits. */
    batch: 100,
    restMs: 100,
  },
  chat: {
    textMax: 4_000,
    noteMax: 2_000,
    /** Messages in one piece of a conversation; as many of the newest are always in the page (product §7). */
    pageMax: 100,
    /** So much of the last message stands in a list. */
    lastMessageMax: 200,
    /** Messages that one person sends in a window; more are refused for a moment. */
    perParticipant: 30,
    perAdmin: 300,
    windowMs: 10_000,
    attachmentsMax: 5,
    bytesMax: 10 * 1024 * 1024,
    /** "Is writing" lasts so long after it was last said, and is said again so often. */
    typingMs: 6_000,
    typingRenewMs: 3_000,
    /** So often in `windowMs` one person says that he is writing or has stopped; more is refused, and nothing is lost by it. */
    typingMax: 20,
    /** What is unread for so long is told by one mail, of so many messages; looked for this often, so many chats at a time, as who writes in them waits. */
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
    /** The hour of the marketplace's day from which on the daily mail goes out, and how often it is looked for. */
    hour: 7,
    pollMs: 60_000,
    /** Notices that one mail names; people in one look. */
    itemsMax: 50,
    peopleAtOnce: 100,
  },
  /** Forms that were begun and not saved, as a browser keeps them: so many, each so long in characters, for so long. */
  /** `reloadMs`: how long the page before a reload is given to let go of its forms. */
  unsaved: { keptMax: 20, draftsMax: 200, charactersMax: 60_000, keptMs: 14 * 24 * 60 * 60 * 1000, writeAfterMs: 400, reloadMs: 1_000 },
  /** What a browser keeps of what was seen, in bytes (spec §9); `writeAfterMs`: how long it gathers before it writes. */
  cache: {
    bytes: 41_943_040,
    bytesMin: 1_048_576,
    writeAfterMs: 200,
    /** What the server did not confirm for so long is not shown any more: longer ago than the live stream can be resumed. */
    keptMs: 7 * 24 * 60 * 60 * 1000,
    /** Of a list that goes on and on so many pages. */
    pagesMax: 4,
    /** Kept rows that the server did not confirm are asked for, so many at once (spec §9, "limbo resolutions"). */
    verifiedAtOnce: 100,
    /** So long each of these questions may take. */
    verifyMs: 60_000,
  },
  /** So long after a screen stands, other screens of one's role are loaded ahead, while nothing else is to be done. */
  ahead: { afterMs: 3_000 },
  /** Rows of a list at a time; of a queue as many as fit a long morning's first look. */
  page: { size: 25, queueSize: 50, sizeMax: 100 },
  request: {
    bodyBytesMax: 1024 * 1024,
    /** Of a caller without a session or a key. */
    anonymousBodyBytesMax: 64 * 1024,
    /** How deep a body may be nested: as deep as a free-form payload (`editRequest.depthMax`), which stands two levels deep in its call. */
    depthMax: 34,
    /** Lists, objects and fields of objects in one input. */
    partsMax: 20_000,
    /** How long the body of a call may take to arrive, and that of a caller without a session or a key. */
    bodyMs: 30_000,
    anonymousBodyMs: 10_000,
    /** Wrong values that one answer names. */
    issuesMax: 100,
  },
  signIn: {
    /** Per account and network address. */
    wrongPerAccount: 10,
    wrongPerAddress: 100,
    /** Per account from anywhere; beyond it new devices are refused and known ones wait `slowMs`. */
    wrongPerAccountAnywhere: 50,
    slowMs: 2_000,
    windowMs: 15 * 60 * 1000,
    /** How long a device counts as one that signed in before. */
    deviceMs: 365 * 24 * 60 * 60 * 1000,
    /** Accounts that one device is remembered for. */
    accountsPerDevice: 5,
  },
  signUp: { perAddress: 100, windowMs: 60 * 60 * 1000 },
  upload: {
    perPerson: 1_000,
    windowMs: 60 * 60 * 1000,
    /** Total budget of one upload, retries included (spec §9). */ budgetMs: 10 * 60 * 1000,
    /** Pictures that one form sends side by side. */ atOnce: 3,
    /** How long a refused upload may go on sending, so that its sender gets to read why. */ lingerMs: 30_000,
    /** The first pause before a retry; it doubles, with jitter, up to the longest (product §11). */ retryFirstMs: 1_000,
    retryLongestMs: 30_000,
    /** An attempt that moves no byte for so long counts as a network failure. */ stallMs: 60_000,
    /** What came of an upload whose line broke is kept for so long, and so many of one person: a few forms full. */
    partMs: 60 * 60 * 1000,
    partsMax: 20,
    /** Sent so often in all when it arrives damaged; then the person hears of it. */ damagedMax: 2,
  },
  storage: {
    /** Total budget of one storage operation, retries included (spec §9). */ budgetMs: 2 * 60 * 1000,
    /** One attempt of it that takes longer counts as a network failure. */ attemptMs: 30_000,
    /** How long a signed address of a file stays good; browsers keep what they loaded from it half as long. */ addressMs:
      2 * 60 * 60 * 1000,
  },
  /** So long, up to twice, rests what a deadlock took back before it is made again. */
  database: {
    againMs: 20,
    /** A statement that many wait for together is given up after so long; its callers may come back after so many seconds. */
    laneMs: 10_000,
    retryAfter: 5,
    /** So long a call may take, its body not counted. */
    callMs: 10_000,
    /** Of what people wait for: a statement, its wait for a lock, and its wait for a connection. The last two together stay below `callMs`,
     * which also ends the wait behind others that wait for a lock (decision 24). */
    request: { statementMs: 10_000, lockMs: 4_500, poolMs: 5_000 },
    /** Of sign-in, chat and notices: their few connections are soon free again where one of several tables is locked. */
    core: { statementMs: 10_000, lockMs: 1_000, poolMs: 5_000 },
    /** Of background work and exports. */
    background: { statementMs: 10 * 60 * 1000, lockMs: 15_000, poolMs: 60_000 },
    /** Connections of a node besides DATABASE_POOL. Live hints have two more. */
    pools: { identity: 3, chat: 4, notices: 2, background: 6 },
  },
  /** The loops of the workers. */
  loop: {
    /** Without a sign of life for so long a pass counts as stalled; each further one in a row is given twice as long, so often at most. */
    stallMs: 60_000,
    doublingsMax: 6,
    /** So long a pass under way is waited for when a node ends. */
    stopMs: 3_000,
  },
  session: {
    lifeMs: 30 * 24 * 60 * 60 * 1000,
    /** How long a node may answer reads without asking whether the session still stands. */
    cachedMs: 1_000,
    /** A feed silent for so long proves nothing; then every request asks. */
    feedSilentMs: 2_000,
    cachedMax: 10_000,
    /** A device that was not seen for so long is noted as seen again. */
    seenMs: 5 * 60 * 1000,
    /** So much of what a browser says it is, is kept. */
    userAgentMax: 300,
  },
  live: {
    heartbeatMs: 10_000,
    streamsPerPerson: 20,
    /** How long a stream can be resumed before the client must start afresh. */
    resumeMs: 7 * 24 * 60 * 60 * 1000,
    bufferBytesMax: 1024 * 1024,
    /** Hints read at once for a stream that comes back; further behind than `replayMax` it starts afresh, which costs less. */
    replayPage: 1_000,
    replayMax: 10_000,
    /** How often a node asks whether the sessions of its streams still stand. */
    sessionCheckMs: 500,
    /** Long polling, where streams do not get through (spec §9): how long a poll may wait, in seconds. */
    pollSecondsMin: 5,
    pollSecondsMax: 30,
    pollSeconds: 30,
    /** Between the beginnings of two polls, so that a flood of hints becomes a few answers. */
    pollSpacingMs: 250,
    /** A stream greets at once; one that has not by now is held back on its way. */
    greetingMs: 5_000,
    /** After so many streams in a row that broke off before their first heartbeat the browser polls, and tries a stream again after so long. */
    youngStreamsMax: 3,
    streamAgainMs: 5 * 60 * 1000,
    /** Without word from the database for this long a node sends no heartbeat: it could not know what happened. */
    blindMs: 5_000,
  },
  feed: {
    /** Every node looks this often, whether it was woken or not. */
    pollMs: 1_000,
    /** After a look that failed the next one begins so soon: when the database is back, live hints are not held up by the pause. */
    againMs: 150,
    /** Between two wake-ups, and between two batches of the dispatcher: under load it takes many at once. */
    gapMs: 10,
    batch: 500,
    /** A dispatcher's statement that takes longer than this lost its connection without notice. */
    stuckMs: 15_000,
    /** Between two batches of a consumer; one that rested takes what comes at once. */
    consumerGapMs: 100,
    consumerBatch: 500,
    /** A failing consumer tries again after the first, doubling up to the last. */
    retryMinMs: 1_000,
    retryMaxMs: 30_000,
    trimEveryMs: 60_000,
    trimBatch: 5_000,
  },
  bulk: {
    /** Decisions in one go (product §3). */
    itemsMax: 1_000,
    /** So long a bulk decision is held before it runs, and its author may undo it. */
    holdMs: 10_000,
    /** So long a finished one stays in everybody's sight; its author sees it until he dismisses it. */
    shownMs: 10 * 60 * 1000,
    /** At most so many finished ones are listed. */
    doneShown: 20,
    /** And at most so many older ones that their author has not dismissed. */
    unreadShown: 5,
    /** While one runs its progress is announced this often. */
    progressMs: 1_000,
  },
  editRequest: {
    /** Bytes of a payload as JSON in UTF-8. */
    payloadBytesMax: 65_536,
    /** Characters of a key in it. */
    keyMax: 200,
    /** How deep a payload may be nested, itself counted. */
    depthMax: 32,
    noteMax: 1_000,
  },
  look: {
    /** "Is looking at this" lasts so long after it was last said, and is said again so often. */
    lastsMs: 25_000,
    renewMs: 10_000,
    /** Lapsed ones that one look clears away. */
    clearedAtOnce: 100,
  },
  warning: {
    /** A price this many times above or below the median of its category is worth a second look. */
    priceTimes: 5,
    /** Median and likeness are taken over at most so many products. */
    sample: 500,
    /** Titles more alike than this (0 to 1, trigrams) may be the same product. */
    titleLikeness: 0.6,
    /** Of those the most alike are shown. */
    duplicatesShown: 5,
  },
  import: {
    bytesMax: 64 * 1024 * 1024,
    rowsMax: 200_000,
    /** Characters of a cell. */
    cellMax: 20_000,
    /** Cells of a row; in one that has more no quotes were closed, or the file is none of ours. */
    columnsMax: 1_000,
    /** Rows that are read before others get their turn. */
    rowsAtOnce: 1_000,
    /** So far the end of a row is looked for; after that its quotes are broken. */
    rowBytesMax: 1024 * 1024,
    /** Columns without a meaning here that are told, each cut at so many characters. */
    ignoredMax: 50,
    columnNameMax: 60,
    nameMax: 255,
    /** Refused rows that the screen shows; the report has all. */
    problemsShown: 20,
    /** Rows in one transaction. */
    batch: 200,
    /** Files that one node works on side by side. */
    atOnce: 2,
    /** The work of a node that is silent for so long is taken over; nodes look for such work this often. */
    holdMs: 15_000,
    pollMs: 2_000,
    /** An import without progress for so long is given up, and taken up again from its last batch: longer than the store is asked for a file. */
    stallMs: 3 * 60 * 1000,
    /** Progress is announced this often. */
    tellMs: 500,
    /** Uploads per person and hour. */
    perHour: 60,
    windowMs: 60 * 60 * 1000,
    /** So many files of a person are kept, each for so long after its end; the sweep runs this often. */
    keptMax: 20,
    reportMs: 7 * 24 * 60 * 60 * 1000,
    sweepMs: 60 * 60 * 1000,
  },
  /** Products that an export reads at once. */
  export: { page: 500 },
  mail: {
    /** How often a node looks for mail that is due, and how many it sends side by side. */
    pollMs: 500,
    atOnce: 5,
    /** Whoever sends has so long before another node may try the same mail. */
    leaseMs: 5 * 60 * 1000,
    /** The mail server cannot be reached: tried again after the first, doubling up to the last. */
    retryMinMs: 2_000,
    retryMaxMs: 60_000,
    /** It puts this one mail off: tried again after the first, doubling up to the last. */
    laterMinMs: 60_000,
    laterMaxMs: 60 * 60 * 1000,
    /** What could not be sent for so long is given up. */
    giveUpMs: 3 * 24 * 60 * 60 * 1000,
    connectMs: 10_000,
    silenceMs: 30_000,
    /** So long it is known that a mail was sent; the sweep runs this often. */
    keptMs: 7 * 24 * 60 * 60 * 1000,
    sweepMs: 60 * 60 * 1000,
  },
  webhook: {
    /** Endpoints; each is sent to by one node at a time, one message after the other. */
    endpointsMax: 20,
    urlMax: 2_000,
    descriptionMax: 200,
    /** Bytes of chance in a secret. */
    secretBytes: 32,
    /** So long the secret before a rotation still signs, beside the new one. */
    overlapMs: 24 * 60 * 60 * 1000,
    /** Rotations within that time, so that the former secrets are few. */
    rotationsMax: 10,
    /** From looking up the name to the end of the answer. */
    attemptMs: 15_000,
    /** So long an attempt under way is waited for when a node ends. */
    graceMs: 3_000,
    /** An answer is read so far; so many of its bytes are kept. */
    answerBytesMax: 8 * 1024,
    answerKeptBytes: 1024,
    /** Before each further attempt (Standard Webhooks, "Deliverability and reliability"): three days in all. */
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
    /** What could not be sent for so long is given up also where a long queue gave it fewer attempts. */
    giveUpMs: 84 * 60 * 60 * 1000,
    /** By so much of it a wait is longer or shorter, by chance. */
    jitter: 0.1,
    /** `Retry-After` is honoured so far; the whole endpoint rests no longer than the second. */
    retryAfterMax: 24 * 60 * 60 * 1000,
    restMaxMs: 60 * 60 * 1000,
    /** After a failure the endpoint rests for the first, doubling up to the last. */
    restFirstMs: 250,
    restLastMs: 60_000,
    /** After nothing was accepted for so long, the first success has all that was put off tried again at once. */
    outageMs: 5 * 60 * 1000,
    /** A node that is silent for so long has lost the endpoint it was sending to. */
    holdMs: 20_000,
    /** How often a node looks for what is due, and how often a change of the log is announced. */
    pollMs: 500,
    tellMs: 500,
    /** Admins are told of an endpoint that has accepted nothing for so long. */
    failingMs: 24 * 60 * 60 * 1000,
    /** What waits for an endpoint that is switched off is given up so long after it was due. */
    strandedMs: 4 * 24 * 60 * 60 * 1000,
    /** How long the log is kept, in days, unless the settings say otherwise. */
    logDays: 30,
    logDaysMax: 365,
    sweepMs: 60 * 60 * 1000,
    sweptAtOnce: 5_000,
    /** Test messages per admin and hour. */
    testsPerHour: 60,
    windowMs: 60 * 60 * 1000,
    /** Attempts that a look at one delivery shows, the newest. */
    triesShown: 50,
  },
  /** A search of the history goes by at most so many things, people and reasons that match. */
  history: { searchedMax: 500 },
  settings: {
    categoriesMax: 500,
    marketplaceNameMax: 80,
    linkMax: 500,
    templateMax: 1_000,
    priceReviewPercentMax: 1_000,
    /** How often they are read again unasked. */
    refreshMs: 5_000,
  },
} as const
