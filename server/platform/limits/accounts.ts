/** Limits of accounts, API keys, sign-in and sessions. */
export const accounts = {
  /** Lifetime of an invitation, invitations per admin and hour, and how many are listed. */
  invitation: { lastsMs: 7 * 24 * 60 * 60 * 1000, perHour: 100, windowMs: 60 * 60 * 1000, shown: 200 },
  /** Active keys, and revoked ones still listed; `usedMs`: accuracy of the time of last use. */
  apiKey: { keptMax: 100, revokedShown: 20, usedMs: 60_000, bytes: 32 },
  /** Calls per key (product §10); how long the answer of a write is kept for repeats. */
  api: { perKey: 600, windowMs: 60_000, keptMs: 24 * 60 * 60 * 1000 },
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
    /** How long a confirmation lasts: by password, code, or signing in at the provider (product §2). */
    confirmedMs: 10 * 60 * 1000,
    recoveryCodes: 10,
    exportsPerHour: 20,
    /** Signed-in devices listed. */
    devicesShown: 100,
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
  provider: {
    /** All requests to the provider within one call; those of a sign-out. Below the time limit of a call. */
    callMs: 8_000,
    signOutMs: 3_000,
    /** How long what the provider announces about itself is used without asking again. */
    announcedMs: 5 * 60 * 1000,
    /** How long a person may take at the provider. */
    requestMs: 15 * 60 * 1000,
    /** Difference of the clocks that is tolerated, in seconds. */
    toleranceS: 30,
    /** Sign-ins per network address that did not succeed; high, because an office begins many at once. */
    perAddress: 1000,
    windowMs: 15 * 60 * 1000,
  },
  signUp: { perAddress: 100, windowMs: 60 * 60 * 1000 },
  session: {
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
} as const
