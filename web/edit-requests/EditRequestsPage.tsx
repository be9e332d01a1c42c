import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EditRequest } from '#domain/edit-request.ts'
import { QueueEmpty } from '#web/approval/queue/QueueEmpty.tsx'
import { QueuePage } from '#web/approval/queue/QueuePage.tsx'
import type { QueueEntry } from '#web/approval/queue/QueueRow.tsx'
import { usePreload } from '#web/approval/queue/use-preload.ts'
import { OpenedUnloaded } from '#web/approval/review/OpenedUnloaded.tsx'
import { EditToolbar } from '#web/edit-requests/EditToolbar.tsx'
import { editListAddress } from '#web/edit-requests/edit-search.ts'
import { useEditTriage } from '#web/edit-requests/use-edit-triage.ts'
import { t } from '#web/platform/i18n/later.ts'
import { part } from '#web/platform/loading/part.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { fieldList } from '#web/product-views/field-list.ts'

const OpenedRequest = part(() => import('#web/edit-requests/OpenedRequest.tsx'), 'default', OpenedUnloaded)

/** `/admin/edit-requests` (product §4): the queue of changes that sellers ask for on products on sale. */
export function EditRequestsPage() {
  const { queue, search, status, list, rows, triage, decide } = useEditTriage()
  usePreload(OpenedRequest.preload)
  const waiting = useQuery(rpc.editRequests.waiting.queryOptions())
  const entries = useMemo(() => rows.map(entryFor), [rows])
  const sellerName = rows.find(({ seller_id }) => seller_id === search.seller)?.sellerName ?? null
  const about = status === 'pending' ? 'pending' : 'other'
  return (
    <QueuePage
      triage={triage}
      list={list}
      entries={entries}
      status="pending"
      title={t('editRequests.title')}
      label={t('editRequests.list')}
      nothing={t('editRequests.none')}
      waiting={waiting.data?.pending}
      tools={<EditToolbar queue={queue} sellerName={sellerName} />}
      empty={
        <QueueEmpty
          isNarrowed={Boolean(search.search || search.field || search.category || search.seller)}
          onClear={() => queue.narrow({ search: undefined, field: undefined, category: undefined, seller: undefined })}
          title={t(`editRequests.empty.${about}.title`)}
          text={t(`editRequests.empty.${about}.text`)}
        />
      }
      address={editListAddress(search)}
      param="request"
      queue={queue}
      show={(opened) => <OpenedRequest {...opened} decide={decide} />}
    />
  )
}

function entryFor({ id, productTitle, cover, sellerName, fields, status, created_at, decidedAt }: EditRequest): QueueEntry {
  return {
    ...{ id, title: productTitle, cover: cover ?? undefined, seller: sellerName ?? t('approval.noSeller') },
    at: status === 'pending' ? created_at : (decidedAt ?? created_at),
    about: fieldList(fields),
    ...(fields.length === 0 && { mark: { text: t('editRequests.unknownTag'), hint: t('editRequests.unknownHint') } }),
  }
}
