import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { BulkNoun } from '#domain/bulk-decision.ts'

/** A decision that was taken here: in which state the thing was seen then, and whether its answer is still awaited. */
type Taken = { status: string; stamp: string; sending: boolean }

/** A decision that the server did not take, or whose answer never came, as a sentence. */
export type Refusal = { id: string; sentence: string }

export type Decisions = { taken: Readonly<Record<string, Taken>>; refusals: readonly Refusal[] }

const none: Decisions = { taken: {}, refusals: [] }
// Kept with what the server told, so that signing out forgets both at once.
const queryKey = (noun: BulkNoun) => ['approval', 'decisions', noun]

/** The decisions of this tab on things of one noun, for a screen. */
export function useDecisions(noun: BulkNoun): Decisions {
  const { data = none } = useQuery<Decisions>({
    queryKey: queryKey(noun),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** The decisions of this tab, at this moment. */
export const decisionsNow = (queries: QueryClient, noun: BulkNoun): Decisions => queries.getQueryData<Decisions>(queryKey(noun)) ?? none

function change(queries: QueryClient, noun: BulkNoun, how: (now: Decisions) => Partial<Decisions>): void {
  const now = decisionsNow(queries, noun)
  queries.setQueryData<Decisions>(queryKey(noun), { ...now, ...how(now) })
}

/** Remembers that something was decided as it was seen; an earlier refusal about it is settled by that. */
export function noteTaken(queries: QueryClient, noun: BulkNoun, id: string, taken: Taken): void {
  change(queries, noun, (now) => ({ taken: { ...now.taken, [id]: taken }, refusals: now.refusals.filter((refusal) => refusal.id !== id) }))
}

/** Remembers a refusal: what it is about is in the list again, and whoever decided is told. */
export function noteRefusal(queries: QueryClient, noun: BulkNoun, refusal: Refusal): void {
  change(queries, noun, ({ taken, refusals }) => ({
    taken: Object.fromEntries(Object.entries(taken).filter(([id]) => id !== refusal.id)),
    refusals: [...refusals.filter(({ id }) => id !== refusal.id), refusal],
  }))
}

/** Is a screen open that shows refusals? */
export const refusalsAreShown = (queries: QueryClient, noun: BulkNoun): boolean =>
  (queries
    .getQueryCache()
    .find({ queryKey: queryKey(noun) })
    ?.getObserversCount() ?? 0) > 0

/** Takes a refusal that was read off the screen. */
export function forgetRefusal(queries: QueryClient, noun: BulkNoun, id: string): void {
  change(queries, noun, ({ refusals }) => ({ refusals: refusals.filter((refusal) => refusal.id !== id) }))
}

/** Without what was decided here and still looks as it did then; what came back since looks different. */
export const undecided = <Row extends { id: string }>(rows: readonly Row[], { taken }: Decisions, stampOf: (row: Row) => string): Row[] =>
  rows.filter((row) => taken[row.id]?.stamp !== stampOf(row))

/** How many decisions on things of this status have no answer yet. */
export const sendingFrom = ({ taken }: Decisions, status?: string): number =>
  Object.values(taken).filter((one) => one.sending && (status === undefined || one.status === status)).length

const nouns: Record<BulkNoun, true> = { products: true, editRequests: true }

/** How many decisions on anything have no answer yet, at this moment. */
export const sendingNow = (queries: QueryClient): number =>
  (Object.keys(nouns) as BulkNoun[]).reduce((sum, noun) => sum + sendingFrom(decisionsNow(queries, noun)), 0)
