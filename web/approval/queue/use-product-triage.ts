import { useQueryClient } from '@tanstack/react-query'
import type { ProductRow } from '#contract/products.ts'
import { useDecisions } from '#web/approval/decisions.ts'
import { filterOf } from '#web/approval/queue/queue-search.ts'
import { useQueue } from '#web/approval/queue/use-queue.ts'
import { useQueueSearch } from '#web/approval/queue/use-queue-search.ts'
import { useTriage } from '#web/approval/queue/use-triage.ts'
import { type Decision, takeDecision } from '#web/approval/review/take-decision.ts'
import { movesFor } from '#web/approval/review-moves.ts'

const titleOf = ({ title }: ProductRow) => title
const asSeen = ({ id, status, version }: ProductRow) => ({ id, status, version })

/** The triage of products. */
export function useProductTriage() {
  const queries = useQueryClient()
  const queue = useQueueSearch()
  const { search } = queue
  const status = search.status ?? 'pending'
  const decisions = useDecisions('products')
  const { list, rows } = useQueue(search, decisions)
  const triage = useTriage({
    ...{ noun: 'products', decisions, list, rows, titleOf, asSeen },
    ...{ opened: search.product, pages: search.pages, filter: filterOf(search) },
    canDecide: movesFor(status).length > 0,
    open: queue.open,
    more: queue.more,
  })
  const decide = (decision: Decision) => takeDecision(queries, decision, () => triage.goOnFrom(decision.product.id))
  return { queue, search, status, list, rows, triage, decide }
}
