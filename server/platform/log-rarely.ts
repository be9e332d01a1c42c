/** How often each kind of trouble occurred since its interval began. */
const counted = new Map<unknown, { since: number; times: number }>()
/** More than there are kinds of trouble in the code. */
const kindsMax = 1_000

/**
 * Counts what callers can repeat as often as they like, and what would fill the disk with a line each. Returns how often it occurred within
 * this interval: only the first time is logged in full.
 */
export function timesWithin(intervalMs: number, kind: unknown): number {
  const now = Date.now()
  const known = counted.get(kind)
  if (known && now - known.since < intervalMs) return ++known.times
  if (counted.size >= kindsMax) counted.clear()
  counted.set(kind, { since: now, times: 1 })
  return 1
}

/** For tests: files of a process share what was logged. */
export const forgetLogged = (): void => counted.clear()
