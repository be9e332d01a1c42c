import { useQueryClient } from '@tanstack/react-query'
import type { EditRequest } from '#domain/edit-request.ts'
import { useDecisions } from '#web/approval/decisions.ts'
import { useQueueState } from '#web/approval/queue/use-queue-search.ts'
import { useTriage } from '#web/approval/queue/use-triage.ts'
import { type EditSearch, editFilterOf, readEditSearch } from '#web/edit-requests/edit-search.ts'
import { type EditDecision, takeEditDecision } from '#web/edit-requests/take-edit-decision.ts'
import { useEditQueue } from '#web/edit-requests/use-edit-queue.ts'

const titleOf = ({ productTitle }: EditRequest) => productTitle
const asSeen = ({ id, version, productVersion }: EditRequest) =>
  ({ id, status: 'pending', version, productVersion: productVersion ?? 0 }) as const

/** The triage of edit requests. */
export function useEditTriage() {
  const queries = useQueryClient()
  const queue = useQueueState<EditSearch>({ to: '/admin/edit-requests', read: readEditSearch, param: 'request' })
  const { search } = queue
  const status = search.status ?? 'pending'
  const decisions = useDecisions('editRequests')
  const { list, rows } = useEditQueue(search, decisions)
  const triage = useTriage({
    ...{ noun: 'editRequests', decisions, list, rows, titleOf, asSeen },
    ...{ opened: search.request, pages: search.pages, filter: editFilterOf(search) },
    canDecide: status === 'pending',
    open: queue.open,
    more: queue.more,
  })
  const decide = (decision: EditDecision) => takeEditDecision(queries, decision, () => triage.goOnFrom(decision.request.id))
  return { queue, search, status, list, rows, triage, decide }
}
export type EditQueueState = ReturnType<typeof useEditTriage>['queue']
