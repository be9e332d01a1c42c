import type { InferContractRouterOutputs } from '@orpc/contract'
import type { contract } from '#contract/contract.ts'
import { limits } from '#domain/limits.ts'

type Answers = InferContractRouterOutputs<typeof contract>

/** What a page brings along, so that its first screen need not ask: exactly what the calls would have answered this person. */
export type Bootstrap = {
  /** Where the feed stood before the rest was read; the live stream goes on from here. */
  position: string
  me: Answers['users']['me']
  list?: FirstList & { answer: Answers['products']['queue'] }
}

/** The call that fills the first list of a page whose address asks for nothing in particular. */
export type FirstList = { call: 'queue'; input: { limit: number } } | { call: 'list'; input: Record<never, never> }

/** By path. Where browser and table disagree, the browser asks for itself. */
export const firstLists: Partial<Record<string, FirstList>> = {
  '/admin/product-approval': { call: 'queue', input: { limit: limits.page.queueSize } },
  '/seller/products': { call: 'list', input: {} },
}
