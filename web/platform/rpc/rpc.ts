import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils, type ProcedureUtils } from '@orpc/tanstack-query'
import type { contract } from '#contract/contract.ts'
import { rejectUnsent } from '#web/platform/rpc/problem.ts'

/** `left` is called as soon as the browser has the request: rendering before that would delay it. */
export type Sending = { left?: (() => void) | undefined }

const link = new RPCLink<Sending>({
  url: `${location.origin}/rpc`,
  fetch: (request, init, { context }) => {
    const answer = fetch(request, init)
    context.left?.()
    return navigator.onLine ? answer : answer.catch(rejectUnsent)
  },
})

/** Every call of the contract, typed by it. */
export const client: ContractRouterClient<typeof contract, Sending> = createORPCClient(link)

/** The same calls as options for TanStack Query: `useQuery(rpc.products.get.queryOptions({ input: { id } }))`. */
export const rpc = createTanstackQueryUtils(client)

/** One call in that form. */
export type Call<Input, Answer, Failure> = ProcedureUtils<Sending, Input, Answer, Failure>
