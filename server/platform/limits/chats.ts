/** Limits of chats and the chat widget, notifications and mail. */
export const chats = {
  notification: { unreadShownMax: 999 },
  message: {
    /** Announcements per admin and hour. */
    perHour: 60,
    windowMs: 60 * 60 * 1000,
    /** Recipients per transaction, and the pause after each, so that other writes need not wait. */
    batch: 100,
    restMs: 100,
  },
  chat: {
    /** Characters of the last message in a list. */
    lastMessageMax: 200,
    /** Messages per person and window; further ones are refused until it has passed. */
    perParticipant: 30,
    perAdmin: 300,
    windowMs: 10_000,
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
    unreadShownMax: 999,
  },
  widget: {
    secretBytes: 32,
    /** How long a former secret is accepted after a rotation, and rotations within that time. */
    overlapMs: 24 * 60 * 60 * 1000,
    rotationsMax: 10,
    /** How far two clocks may differ, and how far ahead the end of a token may be. */
    toleranceSeconds: 60,
    lifeMaxSeconds: 24 * 60 * 60,
    tokenMax: 8_000,
    /** Public keys of a storefront: how long they are kept, how soon an unknown one is asked for again, how long and large an answer may be. */
    jwksKeptMs: 10 * 60 * 1000,
    jwksAgainMs: 30_000,
    jwksMs: 5_000,
    jwksBytesMax: 64 * 1024,
    /** Calls per buyer and per network address, new visitors per address, and uploads per buyer and per address, each in their window. */
    perBuyer: 240,
    perAddress: 1_200,
    windowMs: 60_000,
    visitorsPerAddress: 60,
    uploadsPerBuyer: 60,
    uploadsPerAddress: 200,
    ratingsPerBuyer: 20,
    hourMs: 60 * 60 * 1000,
    /** A signed address of a file is valid for one to two of these. */
    fileMs: 10 * 60 * 1000,
  },
  digest: {
    /** The hour in the marketplace's time zone from which daily digests are sent, and how often they are looked for. */
    hour: 7,
    pollMs: 60_000,
    /** Notifications named in one digest; people per pass. */
    itemsMax: 50,
    peopleAtOnce: 100,
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
} as const
