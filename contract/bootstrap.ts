import type { InferContractRouterOutputs } from '@orpc/contract'
import type { contract } from '#contract/contract.ts'
import { limits } from '#domain/limits.ts'
import type { Path } from '#domain/routes.ts'

type Answers = InferContractRouterOutputs<typeof contract>

/** The data embedded in a page, so that its first screen needs no request: exactly the answers of the calls for this person. */
export type Bootstrap = {
  /** The position of the feed before the rest was read; the live stream continues from it. */
  position: string
  me: Answers['users']['me']
  list?: FirstList & { answer: Answers['products']['queue'] }
  /** Unless the person may not read them now. */
  savedViews?: Answers['savedViews']['list']
  /** On the home page of a seller. */
  home?: Answers['account']['home']
  /** On the page of a review queue: they stand above the list. */
  bulkDecisions?: Answers['bulkDecisions']['list']
}

/** The call for the first list of a page whose address has no filters. */
export type FirstList = { call: 'queue'; input: { limit: number } } | { call: 'list'; input: Record<never, never> }

/** By path. If the browser needs a different list, it requests it. */
export const firstLists: Partial<Record<Path, FirstList>> = {
  '/admin/product-approval': { call: 'queue', input: { limit: limits.page.queueSize } },
  '/seller/products': { call: 'list', input: {} },
}
