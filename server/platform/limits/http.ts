/** Limits of requests, connections and stored files. */
export const http = {
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
  upload: {
    perPerson: 1_000,
    windowMs: 60 * 60 * 1000,
    /** How long a refused upload may continue to send, so that the browser can read the refusal. */
    lingerMs: 30_000,
    /** How long the part of an interrupted upload is kept, and how many per person: enough for a few forms. */
    partMs: 60 * 60 * 1000,
    partsMax: 20,
  },
  storage: {
    /** Total budget of one storage operation, retries included (spec §9). */
    budgetMs: 2 * 60 * 1000,
    /** An attempt that takes longer counts as a network failure. */
    attemptMs: 30_000,
    /** Lifetime of a signed file address; browsers cache the file for half of it. */
    addressMs: 2 * 60 * 60 * 1000,
  },
} as const
