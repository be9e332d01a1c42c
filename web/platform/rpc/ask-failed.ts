import type { Query, QueryClient } from '@tanstack/react-query'
import { waitOf, worthRetrying } from '#web/platform/rpc/problem.ts'
import { longestTimer } from '#web/platform/rpc/reconnect-delay.ts'

const isFailed = ({ state }: Query) => state.status === 'error' && worthRetrying(state.error)
/** The rest of the pause that the server asked for, in milliseconds from now. */
const pauseOf = ({ state }: Query) => state.errorUpdatedAt + (waitOf(state.error) ?? 0) - Date.now()

/** Repeats the failed queries of active screens once the server is back; those with a `Retry-After` when that is over. */
export function openAskFailed(queries: QueryClient) {
  let later: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(later)
  function now(): void {
    stop()
    const failed = queries.getQueryCache().findAll({ type: 'active', predicate: isFailed })
    const pauses = failed.map(pauseOf).filter((pause) => pause > 0)
    if (pauses.length > 0) later = setTimeout(now, Math.min(longestTimer, ...pauses))
    void queries.refetchQueries({ type: 'active', predicate: (query) => isFailed(query) && pauseOf(query) <= 0 })
  }
  return { now, stop }
}
