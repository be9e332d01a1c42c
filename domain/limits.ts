/**
 * Every number that people may encounter and that the browser knows as well as the server (product §3, §6, §10, §11). `…Ms` are milliseconds. The limits of
 * the server alone are in `server/platform/limits/`.
 */
export const limits = {
  text: { idMax: 128, searchMax: 200 },
  /** Recent items of the command palette. */
  palette: { recentMax: 8 },
  user: { nameMin: 1, nameMax: 100, emailMax: 254, passwordMin: 8, passwordMax: 128, suspensionReasonMax: 1_000 },
  apiKey: { nameMax: 80 },
  api: { idempotencyKeyMax: 255 },
  /** `keptMax`: saved views per person. `sharedMax`: shared views of all admins. `queryMax`: characters of the state that one holds. */
  savedView: { nameMax: 60, queryMax: 1_000, keptMax: 30, sharedMax: 50 },
  profile: { shopNameMax: 100, phoneMax: 40, addressMax: 500, aboutMax: 2_000, extraMax: 50, extraKeyMax: 60, extraValueMax: 1_000 },
  product: {
    titleMin: 3,
    titleMax: 140,
    descriptionMax: 5_000,
    /** Minor units of the marketplace's currency. */
    priceMax: 99_999_999_999,
    stockMax: 2_147_483_647,
    /** This many or fewer, but some, are "low stock". */
    stockLow: 5,
    skuMax: 64,
    /** Grams. */
    weightMax: 1_000_000,
    categoryMax: 80,
    tagsMax: 20,
    tagMax: 40,
    attributesMax: 50,
    attributeKeyMax: 60,
    attributeValueMax: 500,
    /** A new price that differs by more than this percentage from the last approved one needs review, unless the settings change it. */
    priceReviewPercent: 50,
  },
  backup: { folderMax: 500, keepMax: 366 },
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
    retentionDaysMax: 36_500,
  },
  sales: {
    /** The longest range, in days: a hundred years. `stepsMax`: the most days, weeks or months of a report; ten years of days. */
    rangeDays: 36_525,
    stepsMax: 3_653,
    topMax: 100,
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
    /** Widths of the server's thumbnails, in pixels. */
    thumbnailWidths: [160, 640],
  },
  /** Sellers whose items a search finds by their name, shop or email; of more, items may be missing. */
  sellerSearch: { searchedMax: 100 },
  /** The count of waiting items is exact up to this. */
  queue: { shownMax: 999 },
  rejection: { textMin: 10, textMax: 1_000 },
  notification: {
    /** A notification of a chat message is cut at this length (spec §5). */
    textMax: 50,
    markReadMax: 1_000,
  },
  message: { textMax: 2_000 },
  chat: {
    textMax: 4_000,
    noteMax: 2_000,
    /** Messages per page of a conversation; the bootstrap data has as many of the newest (product §7). */
    pageMax: 100,
    attachmentsMax: 5,
    bytesMax: 10 * 1024 * 1024,
    /** "Is writing" expires after `typingMs` and is renewed every `typingRenewMs`. */
    typingMs: 6_000,
    typingRenewMs: 3_000,
    cannedMax: 100,
    cannedTitleMax: 80,
    ratingCommentMax: 1_000,
    blockReasonMax: 1_000,
  },
  /** The chat widget for buyers and its business hours; `nameMax` and `subMax` are of a buyer's token. */
  widget: {
    originsMax: 20,
    audienceMax: 200,
    jwksMax: 20_000,
    replyTimeMax: 120,
    periodsMax: 70,
    holidaysMax: 200,
    nameMax: 200,
    subMax: 100,
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
  upload: {
    /** Total budget of one upload, retries included (spec §9). */
    budgetMs: 10 * 60 * 1000,
    /** Pictures that one form uploads concurrently. */
    atOnce: 3,
    /** The first pause before a retry; it doubles, with jitter, up to `retryLongestMs` (product §11). */
    retryFirstMs: 1_000,
    retryLongestMs: 30_000,
    /** An attempt that transfers no byte for this long counts as a network failure. */
    stallMs: 60_000,
    /** Attempts of an upload that arrives damaged; after that it fails. */
    damagedMax: 2,
  },
  session: { lifeMs: 30 * 24 * 60 * 60 * 1000 },
  live: {
    heartbeatMs: 10_000,
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
     * `streamAgainMs`. After `failedStreamsMax` in a row that got no answer at all it asks one poll, and polls if that is answered.
     */
    youngStreamsMax: 3,
    failedStreamsMax: 2,
    streamAgainMs: 5 * 60 * 1000,
  },
  bulk: {
    /** Decisions per bulk decision (product §3). */
    itemsMax: 1_000,
    /** How long a bulk decision is held before it runs, so that its author can undo it. */
    undoMs: 10_000,
  },
  /** How long the author of a decision can undo it (product §3). */
  undo: { ms: 30_000 },
  editRequest: {
    /** Bytes of a payload as JSON in UTF-8. */
    payloadBytesMax: 65_536,
    /** Characters of a key in a payload. */
    keyMax: 200,
    /** Nesting of a payload, counting itself. */
    depthMax: 32,
    noteMax: 1_000,
    /** How long a refused change is shown to its seller with the product; after that, in the timeline alone. */
    refusalShownMs: 30 * 24 * 60 * 60 * 1_000,
  },
  /** How often presence on a product is renewed. */
  look: { renewMs: 10_000 },
  /** `categoriesMax`: new categories that a dry run counts; more mean a wrong column. */
  import: { bytesMax: 64 * 1024 * 1024, rowsMax: 200_000, categoriesMax: 200 },
  /** Archives of an export. `budgetMs`: total budget of an upload, retries included. */
  archive: { bytesMax: 2_000_000_000, budgetMs: 12 * 60 * 60 * 1000 },
  webhook: {
    /** Endpoints; one node at a time sends to each, one message after the other. */
    endpointsMax: 20,
    urlMax: 2_000,
    descriptionMax: 200,
    /** How long the log is kept, in days, unless the settings change it. */
    logDays: 30,
    logDaysMax: 365,
  },
  settings: { categoriesMax: 500, marketplaceNameMax: 80, linkMax: 500, templateMax: 1_000, priceReviewPercentMax: 1_000 },
} as const
