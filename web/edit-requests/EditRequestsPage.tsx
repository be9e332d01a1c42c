import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EditRequest } from '#domain/edit-request.ts'
import { limits } from '#domain/limits.ts'
import { reviewableFields } from '#domain/product-fields.ts'
import { QueuePage } from '#web/approval/queue/QueuePage.tsx'
import type { QueueEntry } from '#web/approval/queue/QueueRow.tsx'
import { QueueToolbar } from '#web/approval/queue/QueueToolbar.tsx'
import { usualSort } from '#web/approval/queue/queue-search.ts'
import { usePreload } from '#web/approval/queue/use-preload.ts'
import { useQueueState } from '#web/approval/queue/use-queue-search.ts'
import { useTriage } from '#web/approval/queue/use-triage.ts'
import { OpenedLoadError } from '#web/approval/review/OpenedLoadError.tsx'
import { type EditSearch, editSortsShown, editStatusesShown, readEditSearch } from '#web/edit-requests/edit-search.ts'
import { type EditDecision, editStamp, takeEditDecision } from '#web/edit-requests/take-edit-decision.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel, fieldListLabel } from '#web/platform/i18n/product-fields.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { choiceOf } from '#web/platform/queries/Filters.tsx'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

const panel = () => import('#web/edit-requests/OpenedRequest.tsx')
const OpenedRequest = lazyComponent(panel, 'default', OpenedLoadError)

/** `/admin/edit-requests` (product §4): the queue of edit requests. */
export function EditRequestsPage() {
  const queries = useQueryClient()
  const queue = useQueueState({ to: '/admin/edit-requests', read: readKnown, param: 'request' })
  const { status, search } = queue
  const { field } = search
  const list = usePagedQuery(rpc.editRequests.queue, {
    status: search.status,
    search: search.search,
    field,
    category: search.category,
    seller_id: search.seller,
    sort: search.sort ?? usualSort(status),
    limit: limits.page.queueSize,
  })
  const canDecide = status === 'pending'
  const triage = useTriage({
    noun: 'editRequests',
    queue,
    list,
    get: rpc.editRequests.get,
    canDecide,
    titleOf,
    expectedOf,
    stampOf: editStamp,
  })
  const { rows } = triage
  const decide = (decision: EditDecision) => triage.take(decision.request.id, (goOn) => takeEditDecision(queries, decision, goOn))
  usePreload(OpenedRequest.preload, panel, triage.ahead[0])
  const waiting = useQuery(rpc.editRequests.waiting.queryOptions())
  const entries = useMemo(() => rows.map(entryFor), [rows])
  const about = status === 'pending' ? 'pending' : 'other'
  const choose = (to: EditSearch['field']) => queue.narrow({ field: to })
  return (
    <QueuePage
      {...{ triage, list, entries, queue }}
      title={t('titles.editRequests')}
      label={t('titles.editRequests')}
      nothing={t('editRequests.none')}
      waiting={waiting.data?.pending}
      tools={
        <QueueToolbar
          {...{ queue, rows, statuses }}
          hint={t('editRequests.searchHint')}
          sorts={editSortsShown}
          choice={choiceOf({ label: t('editRequests.field'), all: t('editRequests.fieldAll'), value: field, options: fields, choose })}
          list="/admin/edit-requests"
        />
      }
      empty={{ title: t(`editRequests.empty.${about}.title`), text: t(`editRequests.empty.${about}.text`) }}
      show={(opened) => <OpenedRequest {...opened} decide={decide} />}
    />
  )
}

function entryFor({ id, productTitle, cover, seller, fields, status, created_at, decidedAt }: EditRequest): QueueEntry {
  return {
    id,
    title: productTitle,
    cover: cover ?? undefined,
    seller,
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

const titleOf = ({ productTitle }: EditRequest) => productTitle
const expectedOf = ({ id, version, productVersion }: EditRequest) =>
  ({ id, status: 'pending', version, productVersion: productVersion ?? 0 }) as const
