/** Limits of webhooks. */
export const webhooks = {
  webhook: {
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
    sweepMs: 60 * 60 * 1000,
    sweptAtOnce: 5_000,
    /** Test messages per admin and hour. */
    testsPerHour: 60,
    windowMs: 60 * 60 * 1000,
    /** Attempts shown with a delivery, the newest. */
    triesShown: 50,
  },
} as const
