import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OpenedItem } from '#web/approval/queue/QueuePage.tsx'
import { OpenedPanel } from '#web/approval/review/OpenedPanel.tsx'
import { preloadPicture } from '#web/approval/review/preload-picture.ts'
import { useIsUnverified } from '#web/approval/review/use-is-unverified.ts'
import { EditReview } from '#web/edit-requests/EditReview.tsx'
import type { EditDecision } from '#web/edit-requests/take-edit-decision.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { thumbnailOf } from '#web/product-views/picture.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconZoomQuestion from '#web/ui/icons/IconZoomQuestion.tsx'

type Props = OpenedItem & { decide: (decision: EditDecision) => void }

/** One request with everything that a decision needs. */
export default function OpenedRequest({ id, bulk, triage, onSeller, decide }: Props) {
  const request = useQuery(rpc.editRequests.get.queryOptions({ input: { id } }))
  const isUnverified = useIsUnverified(request)
  usePrefetchEdits(triage.ahead)
  const gone = request.isError && problemOf(request.error).code === 'not-found'
  const { product_id = null, product = null } = request.data ?? {}
  return (
    <OpenedPanel label={t('editRequests.panel')} productId={product && product_id} triage={triage}>
      {gone ? (
        <EmptyState icon={<IconZoomQuestion size={22} />} title={t('editRequests.notFound.title')} text={t('editRequests.notFound.text')} />
      ) : (
        <DataState query={request}>
          {(data) => <EditReview request={data} isUnverified={isUnverified} bulk={bulk} onSeller={onSeller} onDecide={decide} />}
        </DataState>
      )}
    </OpenedPanel>
  )
}

/** Prefetches the next requests with their first proposed pictures. */
function usePrefetchEdits(ids: readonly string[]) {
  const queries = useQueryClient()
  const key = ids.join(' ')
  useEffect(() => {
    for (const id of key.split(' ').filter(Boolean)) {
      void queries.fetchQuery(rpc.editRequests.get.queryOptions({ input: { id } })).then(
        ({ proposed }) => {
          for (const image of proposed?.images?.slice(0, 2) ?? []) preloadPicture(thumbnailOf(image))
        },
        // Opening the request will show the error.
        () => {},
      )
    }
  }, [queries, key])
}
