import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EditRequest } from '#domain/edit-request.ts'
import type { Person } from '#domain/person.ts'
import { reviewableFields } from '#domain/product-fields.ts'
import { useDecisions } from '#web/approval/decisions.ts'
import { QueuePage } from '#web/approval/queue/QueuePage.tsx'
import type { QueueEntry } from '#web/approval/queue/QueueRow.tsx'
import { onlySeller } from '#web/approval/queue/QueueToolbar.tsx'
import { usualSort } from '#web/approval/queue/queue-search.ts'
import { usePreload } from '#web/approval/queue/use-preload.ts'
import { useQueueState } from '#web/approval/queue/use-queue-search.ts'
import { useTriage } from '#web/approval/queue/use-triage.ts'
import { OpenedLoadError } from '#web/approval/review/OpenedLoadError.tsx'
import {
  type EditSearch,
  editFilterOf,
  editListAddress,
  editSortsShown,
  editStatusesShown,
  readEditSearch,
} from '#web/edit-requests/edit-search.ts'
import { type EditDecision, takeEditDecision } from '#web/edit-requests/take-edit-decision.ts'
import { useEditQueue } from '#web/edit-requests/use-edit-queue.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel, fieldListLabel } from '#web/platform/i18n/product-fields.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { Filters, filtersOf } from '#web/platform/queries/Filters.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useCategoryFilter } from '#web/product-views/use-category-filter.ts'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'

const panel = () => import('#web/edit-requests/OpenedRequest.tsx')
const OpenedRequest = lazyComponent(panel, 'default', OpenedLoadError)

/** `/admin/edit-requests` (product §4): the queue of edit requests. */
export function EditRequestsPage() {
  const { queue, search, status, list, rows, triage, decide } = useEditTriage()
  usePreload(OpenedRequest.preload, panel, triage.ahead[0])
  const waiting = useQuery(rpc.editRequests.waiting.queryOptions())
  const entries = useMemo(() => rows.map(entryFor), [rows])
  const seller = rows.find(({ seller_id }) => seller_id === search.seller)?.seller ?? null
  const about = status === 'pending' ? 'pending' : 'other'
  return (
    <QueuePage
      triage={triage}
      list={list}
      entries={entries}
      status="pending"
      title={t('titles.editRequests')}
      label={t('titles.editRequests')}
      nothing={t('editRequests.none')}
      waiting={status === 'pending' ? waiting.data?.pending : undefined}
      tools={<EditToolbar queue={queue} seller={seller} />}
      empty={{
        filtered: Boolean(search.search || search.field || search.category || search.seller),
        clear: () => queue.narrow({ search: undefined, field: undefined, category: undefined, seller: undefined }),
        title: t(`editRequests.empty.${about}.title`),
        text: t(`editRequests.empty.${about}.text`),
      }}
      address={editListAddress(search)}
      param="request"
      queue={queue}
      show={(opened) => <OpenedRequest {...opened} decide={decide} />}
    />
  )
}

function entryFor({ id, productTitle, cover, seller, fields, status, created_at, decidedAt }: EditRequest): QueueEntry {
  return {
    ...{ id, title: productTitle, cover: cover ?? undefined, seller },
    at: status === 'pending' ? created_at : (decidedAt ?? created_at),
    about: fieldListLabel(fields),
    ...(fields.length === 0 && { mark: { text: t('editRequests.unknownTag'), hint: t('editRequests.unknownHint') } }),
  }
}

function readKnown(raw: Record<string, unknown>): EditSearch {
  const search = readEditSearch(raw)
  return { ...search, field: reviewableFields.find((field) => field === search.field) }
}

const statuses = editStatusesShown.map((value) => ({ value, label: t(`editRequests.short.${value}`) }))
const fields = reviewableFields.map((value) => ({ value, label: fieldLabel(value) }))

/** The filters and the sort order of the queue of edit requests. */
function EditToolbar({ queue, seller }: { queue: EditQueueState; seller: Person | null }) {
  const { search, narrow } = queue
  const waits = (search.status ?? 'pending') === 'pending'
  const sorts = editSortsShown.map((value) => ({ value, label: t(`approval.sort.${value === 'waiting' && !waits ? 'oldest' : value}`) }))
  const category = useCategoryFilter(search.category, (chosen) => narrow({ category: chosen }))
  const { text, choice } = filtersOf(search, narrow)
  return (
    <Filters
      search={text(t('common.search'), t('editRequests.searchHint'))}
      choices={[
        choice('status', { label: t('common.status'), usual: 'pending', options: statuses }),
        choice('field', { label: t('editRequests.field'), all: t('editRequests.fieldAll'), options: fields }),
        category,
      ]}
      sort={choice('sort', { label: t('common.sortBy'), usual: usualSort(search.status) ?? 'waiting', options: sorts })}
      active={[onlySeller(search.seller, seller, () => narrow({ seller: undefined }))]}
      clear={() => narrow({ field: undefined, category: undefined, seller: undefined })}
      tools={<SavedViewsMenu list="/admin/edit-requests" />}
    />
  )
}

const titleOf = ({ productTitle }: EditRequest) => productTitle
const expectedOf = ({ id, version, productVersion }: EditRequest) =>
  ({ id, status: 'pending', version, productVersion: productVersion ?? 0 }) as const

/** The triage of the queue of edit requests. */
function useEditTriage() {
  const queries = useQueryClient()
  const queue = useQueueState<EditSearch>({ to: '/admin/edit-requests', read: readKnown, param: 'request' })
  const { search } = queue
  const status = search.status ?? 'pending'
  const decisions = useDecisions('editRequests')
  const { list, rows } = useEditQueue(search, decisions)
  const triage = useTriage({
    ...{ noun: 'editRequests', decisions, list, rows, titleOf, expectedOf },
    ...{ opened: search.request, pages: search.pages, filter: editFilterOf(search) },
    status,
    canDecide: status === 'pending',
    open: queue.open,
    more: queue.more,
  })
  const decide = (decision: EditDecision) =>
    triage.take(() => takeEditDecision(queries, decision, () => triage.goOnFrom(new Set([decision.request.id]))))
  return { queue, search, status, list, rows, triage, decide }
}
type EditQueueState = ReturnType<typeof useEditTriage>['queue']
