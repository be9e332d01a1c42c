import type { EditRequest } from '#domain/edit-request.ts'
import { limits } from '#domain/limits.ts'
import type { Decisions } from '#web/approval/decisions.ts'
import { usualSort } from '#web/approval/queue/queue-search.ts'
import { useUndecided } from '#web/approval/queue/use-undecided.ts'
import type { EditSearch } from '#web/edit-requests/edit-search.ts'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

/** Changes with everything that a decision names, so a request that changed and came back has another stamp. */
export const editStamp = ({ status, version, productVersion }: Pick<EditRequest, 'status' | 'version' | 'productVersion'>) =>
  [status, version, productVersion].join(' ')

/** The queue of edit requests in the state of the address. */
export function useEditQueue({ status, search, field, category, seller, sort, pages }: EditSearch, decisions: Decisions) {
  const list = usePagedQuery(rpc.editRequests.queue, {
    status,
    search,
    field,
    category,
    seller_id: seller,
    sort: sort ?? usualSort(status),
    limit: limits.page.queueSize,
  })
  return {
    list,
    rows: useUndecided(list, { pages, decisions, stampOf: editStamp, status: status ?? 'pending', get: rpc.editRequests.get }),
  }
}
