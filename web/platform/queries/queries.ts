import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { orRememberedUser } from '#web/platform/offline-cache/remembered-user.ts'
import { endsSession, problemOf, waitOf, worthRetrying } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { announceSessionEnd } from '#web/platform/rpc/session-end.ts'

const onError = (error: unknown) => {
  if (endsSession(error)) void announceSessionEnd(problemOf(error).code)
}

/** If the server asks for a longer wait than this, the person sees the reason instead of a skeleton. In milliseconds. */
const patienceMs = 5_000

/** True if a failed query should be retried automatically; not without a network. */
const again = (error: unknown): boolean => worthRetrying(error) && problemOf(error).code !== 'offline' && (waitOf(error) ?? 0) <= patienceMs

/** All query data with its age; live hints mark it stale. Writes are never retried automatically. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Offline it fails at once with a message, and is refetched as soon as there is a network.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && again(error),
      retryDelay: (count, error) => waitOf(error) ?? 1_000 * 2 ** count,
    },
    // Offline a write fails at once with a message, instead of waiting invisibly.
    mutations: { networkMode: 'always' },
  },
})

/** The signed-in person, and the settings that every screen needs. */
const me = rpc.users.me.queryOptions({ staleTime: Number.POSITIVE_INFINITY })
let asked = performance.timeOrigin
export const meQuery: typeof me = {
  ...me,
  queryFn: (about) =>
    orRememberedUser(
      async () => {
        const now = Date.now()
        const answer = await me.queryFn(about)
        asked = now
        return answer
      },
      (error) => worthRetrying(error) && queries.getQueryData(me.queryKey) === undefined,
    ),
}

/** When the known answer about the session was asked for, or the page that contained it was made. In milliseconds since 1970. */
export const authenticatedAt = (): number => asked

/** The id of the signed-in person; null for a visitor. Compare it after a wait: another person may be signed in. */
export const currentUserId = (): string | null => queries.getQueryData(meQuery.queryKey)?.user?.id ?? null

/** Removes all query data except the session and the settings: another person, or another role, is signed in now. */
export function removePersonalQueries(): void {
  queries.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(meQuery.queryKey) })
}
