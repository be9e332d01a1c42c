import { ownCode } from '#web/platform/rpc/problem.ts'

/** The counts to be confirmed before an irreversible step; null for any other error. */
export function countsToConfirm(error: unknown): Record<string, number> | null {
  if (ownCode(error) !== 'count-unconfirmed') return null
  const counts = Object.entries((error as { data?: object }).data ?? {}).filter(([, count]) => typeof count === 'number')
  return Object.fromEntries(counts)
}
