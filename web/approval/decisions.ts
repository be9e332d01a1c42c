import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { ProductRow } from '#contract/products.ts'
import type { ProductStatus } from '#domain/product.ts'
import type { ReviewMove } from '#web/approval/review-moves.ts'

/** A decision that was taken here: what was seen then, and whether its answer is still awaited. */
type Taken = { status: ProductStatus; updatedAt: string; sending: boolean }

/** A decision that the server did not take, and why; or one whose answer never came, so that nobody knows. */
export type Refusal = { id: string; title: string; move: ReviewMove; message: string | null }

export type Decisions = { taken: Readonly<Record<string, Taken>>; refusals: readonly Refusal[] }

const none: Decisions = { taken: {}, refusals: [] }
// Kept with what the server told, so that signing out forgets both at once.
const queryKey = ['approval', 'decisions']

/** The decisions of this tab, for a screen. */
export function useDecisions(): Decisions {
  const { data = none } = useQuery<Decisions>({
    queryKey,
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** The decisions of this tab, at this moment. */
export const decisionsNow = (queries: QueryClient): Decisions => queries.getQueryData<Decisions>(queryKey) ?? none

function change(queries: QueryClient, how: (now: Decisions) => Partial<Decisions>): void {
  const now = decisionsNow(queries)
  queries.setQueryData<Decisions>(queryKey, { ...now, ...how(now) })
}

/** Remembers that a product was decided as it was seen; an earlier refusal about it is settled by that. */
export function noteTaken(queries: QueryClient, id: string, taken: Taken): void {
  change(queries, (now) => ({ taken: { ...now.taken, [id]: taken }, refusals: now.refusals.filter((refusal) => refusal.id !== id) }))
}

/** Remembers a refusal: the product is in the list again, and whoever decided is told. */
export function noteRefusal(queries: QueryClient, refusal: Refusal): void {
  change(queries, ({ taken, refusals }) => ({
    taken: Object.fromEntries(Object.entries(taken).filter(([id]) => id !== refusal.id)),
    refusals: [...refusals.filter(({ id }) => id !== refusal.id), refusal],
  }))
}

/** Is a screen open that shows refusals? */
export const refusalsAreShown = (queries: QueryClient): boolean =>
  (queries.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0) > 0

/** Takes a refusal that was read off the screen. */
export function forgetRefusal(queries: QueryClient, id: string): void {
  change(queries, ({ refusals }) => ({ refusals: refusals.filter((refusal) => refusal.id !== id) }))
}

/** Without what was decided here and still looks as it did then; what came back since looks different. */
export const undecided = (rows: readonly ProductRow[], { taken }: Decisions): ProductRow[] =>
  rows.filter(({ id, updatedAt }) => taken[id]?.updatedAt !== updatedAt)

/** How many decisions on products of this status have no answer yet. */
export const sendingFrom = ({ taken }: Decisions, status?: ProductStatus): number =>
  Object.values(taken).filter((one) => one.sending && (status === undefined || one.status === status)).length
