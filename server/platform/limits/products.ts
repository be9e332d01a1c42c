import { limits as shared } from '#domain/limits.ts'

/** Limits of products, pictures, reviews, orders and sales. */
export const products = {
  product: {
    /** A creation without pictures becomes a draft after this long. */
    unfinishedMs: 24 * 60 * 60 * 1000,
    /** Drafts and unfinished creations of a seller: more than the largest import makes. */
    draftsMax: 250_000,
  },
  undo: {
    /**
     * A mail about a decision is sent this long after its notice was written, and pictures of a request that it superseded are removed after this
     * long: later than its author can undo it.
     */
    mailMs: shared.undo.ms + 5_000,
    pictureMs: shared.undo.ms + 30_000,
  },
  image: {
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
    /** A stored picture that no product names is swept after this long. */
    orphanMs: 24 * 60 * 60 * 1000,
    /** An upload that no product names yet counts towards `image.max` only while younger than this. */
    unnamedMs: 15 * 60 * 1000,
  },
  look: {
    /** Presence on a product expires after this long unless it is renewed. */
    lastsMs: 25_000,
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
  bulk: {
    /** How long all admins see a finished one; its author sees it until they dismiss it. */
    shownMs: 10 * 60 * 1000,
    /** Finished ones listed at most. */
    doneShown: 20,
    /** Further, older ones that their author has not dismissed, at most. */
    unreadShown: 5,
    /** How often the progress of a running one is published. */
    progressMs: 1_000,
  },
  /** People whose name matches, of whom a search takes those who have such items. */
  sellerSearch: { lookedAtMax: 2_000 },
  /** Hits of the command palette per kind, and how many rows of each place that is searched compete for them. */
  palette: { shown: { products: 6, people: 4, orders: 4, chats: 3 }, candidatesMax: 200 },
  /** Items, people and reasons that a search of the history may match; people that one of notifications may match. */
  history: { searchedMax: 500 },
  order: {
    /** The number of the first order. */
    firstNumber: 1_001,
    /** How far a storefront's clock may be ahead of the server's. */
    aheadMs: 5 * 60 * 1000,
    /** The earliest time of an order or a payment. */
    earliest: '1970-01-01T00:00:00.000Z',
    /** How often buyers past retention are looked for, and how many are erased in one pass. */
    sweepMs: 60 * 60 * 1000,
    sweptAtOnce: 500,
  },
  sales: {
    /** Ranges whose best sold are cached, and sums in the totals they are computed from: some 60 MB on a node. */
    cachedRangesMax: 200,
    sumsMax: 2_000_000,
    /** Days whose course is cached: more than the usual ranges are compared with. */
    cachedDaysMax: 12,
    /** How often the node checks whether the usual ranges need to be summed up ahead: after the start and after each midnight. */
    warmCacheEveryMs: 15_000,
  },
} as const
