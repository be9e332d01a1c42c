/** The longest a browser's timer can wait, in milliseconds; a longer one fires at once. */
export const longestTimer = 2 ** 31 - 1

/** The wait before attempt number `failures` + 1, in milliseconds; `luck` in 0…1 spreads the clients of a restarted server. */
export function reconnectDelay(failures: number, luck: number = Math.random()): number {
  const full = Math.min(15_000, 250 * 2 ** Math.max(0, failures - 1))
  return Math.round(full * (0.5 + luck / 2))
}
