import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { orRemembered } from '#web/platform/offline-cache/remembered.ts'
import { endsSession, problemOf, waitOf, worthRetrying } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { announceSessionEnd } from '#web/platform/rpc/session-end.ts'

const onError = (error: unknown) => {
  if (endsSession(error)) void announceSessionEnd(problemOf(error).code)
}

/** Whoever is told to come back later than that is told why meanwhile, instead of being shown an outline of nothing. In milliseconds. */
const patienceMs = 5_000

/** Is a question worth asking again by itself? Without a network not before there is one. */
const again = (error: unknown): boolean => worthRetrying(error) && problemOf(error).code !== 'offline' && (waitOf(error) ?? 0) <= patienceMs

/** Everything the browser has seen, with its age; live hints mark it stale. Writes are never repeated by themselves. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Offline it fails at once and says so; as soon as there is a network it is asked again.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < 2 && again(error),
      retryDelay: (count, error) => waitOf(error) ?? 1_000 * 2 ** count,
    },
    // Offline a write fails at once and says so, instead of waiting unseen.
    mutations: { networkMode: 'always' },
  },
})

/** Who is signed in, and the settings that every screen needs. */
const me = rpc.users.me.queryOptions({ staleTime: Number.POSITIVE_INFINITY })
let asked = performance.timeOrigin
export const meQuery: typeof me = {
  ...me,
  queryFn: (about) =>
    orRemembered(
      async () => {
        const now = Date.now()
        const answer = await me.queryFn(about)
        asked = now
        return answer
      },
      (error) => worthRetrying(error) && queries.getQueryData(me.queryKey) === undefined,
    ),
}

/** When that was asked of which the answer is known, or the page came that said it. In milliseconds since 1970. */
export const authenticatedAt = (): number => asked

/** The id of whoever is signed in at this moment; null for a visitor. What comes back later may find somebody else. */
export const personNow = (): string | null => queries.getQueryData(meQuery.queryKey)?.user?.id ?? null

/** Forgets all that was seen but who is signed in and the settings: somebody else, or somebody in another role, looks at the screen now. */
export function forgetOthers(): void {
  queries.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(meQuery.queryKey) })
}
