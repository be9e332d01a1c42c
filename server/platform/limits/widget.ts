/** Limits of the chat widget. */
export const widget = {
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
} as const
