import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '#contract/contract.ts'

/** Every call of the contract, typed by it. */
export const client: ContractRouterClient<typeof contract> = createORPCClient(new RPCLink({ url: `${location.origin}/rpc` }))

/** The same calls as options for TanStack Query: `useQuery(rpc.products.get.queryOptions({ input: { id } }))`. */
export const rpc = createTanstackQueryUtils(client)

/** Asks a question again of which only path and input are known. */
export function askAgain({ path, input }: { path: readonly string[]; input: unknown }): Promise<unknown> {
  let at: unknown = client
  for (const step of path) at = (at as Record<string, unknown>)[step]
  return (at as (input: unknown) => Promise<unknown>)(input)
}
