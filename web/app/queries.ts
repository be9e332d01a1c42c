import { QueryClient } from '@tanstack/react-query'
import { rpc } from '#web/app/rpc.ts'

/** Everything the browser has seen, with its age; live hints mark it stale. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000 } },
})

/** Who is signed in, and the settings that every screen needs. */
export const meQuery = rpc.users.me.queryOptions({ staleTime: Number.POSITIVE_INFINITY })
