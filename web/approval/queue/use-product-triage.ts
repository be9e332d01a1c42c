import { useQueryClient } from '@tanstack/react-query'
import type { ProductRow } from '#contract/products.ts'
import { limits } from '#domain/limits.ts'
import { type Decisions, useDecisions } from '#web/approval/decisions.ts'
import { filterOf, type QueueSearch } from '#web/approval/queue/queue-search.ts'
import { useQueueSearch } from '#web/approval/queue/use-queue-search.ts'
import { useTriage } from '#web/approval/queue/use-triage.ts'
import { useUndecided } from '#web/approval/queue/use-undecided.ts'
import { type Decision, takeDecision } from '#web/approval/review/take-decision.ts'
import { movesFor } from '#web/approval/review-moves.ts'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

const titleOf = ({ title }: ProductRow) => title
const expectedOf = ({ id, status, version }: ProductRow) => ({ id, status, version })

/** The triage of the product queue. */
export function useProductTriage() {
  const queries = useQueryClient()
  const queue = useQueueSearch()
  const { search } = queue
  const status = search.status ?? 'pending'
  const decisions = useDecisions('products')
  const { list, rows } = useQueue(search, decisions)
  const triage = useTriage({
    ...{ noun: 'products', decisions, list, rows, titleOf, expectedOf },
    ...{ opened: search.product, pages: search.pages, filter: filterOf(search) },
    canDecide: movesFor(status).length > 0,
    open: queue.open,
    more: queue.more,
  })
  const decide = (decision: Decision) => takeDecision(queries, decision, () => triage.goOnFrom(decision.product.id))
  return { queue, search, status, list, rows, triage, decide }
}

/** The time of the last change of status: other changes do not bring back a product decided here. */
const stampOf = ({ updatedAt }: ProductRow) => updatedAt

/** The review queue in the state of the address. */
function useQueue({ status, search, category, seller, sort, pages }: QueueSearch, decisions: Decisions) {
  const list = usePagedQuery(rpc.products.queue, { status, search, category, seller_id: seller, sort, limit: limits.page.queueSize })
  return { list, rows: useUndecided(list, { pages, decisions, stampOf, status: status ?? 'pending', get: rpc.products.get }) }
}
