import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { BulkNoun } from '#domain/bulk-decision.ts'
import { openStore } from '#web/platform/open-store.ts'

/** A decision taken in this tab: the status and stamp the admin saw, and whether the answer is outstanding. */
type Decision = { status: string; stamp: string; sending: boolean }

/** A decision that the server refused or did not answer, as a sentence. */
export type Refusal = { id: string; sentence: string }

export type Decisions = { taken: Readonly<Record<string, Decision>>; refusals: readonly Refusal[] }

const none: Decisions = { taken: {}, refusals: [] }
// Stored in the query cache, so that a sign-out clears it too.
const queryKey = (noun: BulkNoun) => ['approval', 'decisions', noun]

/** The decisions of this tab on one noun; renders again when they change. */
export function useDecisions(noun: BulkNoun): Decisions {
  const { data = none } = useQuery<Decisions>({
    queryKey: queryKey(noun),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** The decisions of this tab on one noun at this moment. */
export const decisionsNow = (queries: QueryClient, noun: BulkNoun): Decisions => queries.getQueryData<Decisions>(queryKey(noun)) ?? none

function change(queries: QueryClient, noun: BulkNoun, how: (now: Decisions) => Partial<Decisions>): void {
  const now = decisionsNow(queries, noun)
  queries.setQueryData<Decisions>(queryKey(noun), { ...now, ...how(now) })
}

const without = (refusals: readonly Refusal[], id: string) => refusals.filter((refusal) => refusal.id !== id)

/** Notes a decision and drops an earlier refusal of the same item. Returns the undo function, which lists the item again. */
export function noteDecision(queries: QueryClient, noun: BulkNoun, id: string, decision: Decision): () => void {
  change(queries, noun, ({ taken, refusals }) => ({ taken: { ...taken, [id]: decision }, refusals: without(refusals, id) }))
  return () => change(queries, noun, ({ taken: { [id]: _, ...taken } }) => ({ taken }))
}

/** Notes a refusal, which is shown to the admin. */
export function noteRefusal(queries: QueryClient, noun: BulkNoun, refusal: Refusal): void {
  change(queries, noun, ({ refusals }) => ({ refusals: [...without(refusals, refusal.id), refusal] }))
}

/** Whether a screen that shows refusals is open. */
export const refusalsAreShown = (queries: QueryClient, noun: BulkNoun): boolean =>
  (queries
    .getQueryCache()
    .find({ queryKey: queryKey(noun) })
    ?.getObserversCount() ?? 0) > 0

/** Removes a refusal that was read. */
export function dismissRefusal(queries: QueryClient, noun: BulkNoun, id: string): void {
  change(queries, noun, ({ refusals }) => ({ refusals: without(refusals, id) }))
}

/** The rows without those decided here whose stamp is still the same. A row that came back has another stamp. */
export const undecided = <Row extends { id: string }>(rows: readonly Row[], { taken }: Decisions, stampOf: (row: Row) => string): Row[] =>
  rows.filter((row) => taken[row.id]?.stamp !== stampOf(row))

/** How many decisions on items of this status are not answered yet. */
export const sendingFrom = ({ taken }: Decisions, status?: string): number =>
  Object.values(taken).filter((one) => one.sending && (status === undefined || one.status === status)).length

const nouns: Record<BulkNoun, true> = { products: true, editRequests: true }

/** How many decisions of any noun are not answered yet. */
export const sendingNow = (queries: QueryClient): number =>
  (Object.keys(nouns) as BulkNoun[]).reduce((sum, noun) => sum + sendingFrom(decisionsNow(queries, noun)), 0)

type Undone = { noun: BulkNoun; id: string; status: string; askedAt: number }

/** The item whose decision was undone last: a queue that is open at that moment opens it. */
export const lastUndone = openStore<Undone | null>(null)

/** Opens an item again whose decision was undone, if its queue is open. `askedAt` is when the person asked for it (`performance.now`). */
export const openUndone =
  (noun: BulkNoun) =>
  ({ id, status }: Pick<Undone, 'id' | 'status'>, askedAt: number): void =>
    lastUndone.set({ noun, id, status, askedAt })
