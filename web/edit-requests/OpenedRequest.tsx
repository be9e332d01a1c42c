import { useQuery } from '@tanstack/react-query'
import type { OpenedItem } from '#web/approval/queue/QueuePage.tsx'
import { OpenedPanel } from '#web/approval/review/OpenedPanel.tsx'
import { useIsOld } from '#web/approval/review/use-is-old.ts'
import { EditReview } from '#web/edit-requests/EditReview.tsx'
import type { EditDecision } from '#web/edit-requests/take-edit-decision.ts'
import { usePrefetchEdits } from '#web/edit-requests/use-prefetch-edits.ts'
import { t } from '#web/platform/i18n/later.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconZoomQuestion from '#web/ui/icons/IconZoomQuestion.tsx'

type Props = OpenedItem & { decide: (decision: EditDecision) => void }

/** One request with all that a decision needs. */
export default function OpenedRequest({ id, bulk, triage, onSeller, decide }: Props) {
  const request = useQuery(rpc.editRequests.get.queryOptions({ input: { id } }))
  const isOld = useIsOld(request)
  usePrefetchEdits(triage.ahead)
  const gone = request.isError && problemOf(request.error).code === 'not-found'
  const { product_id = null, product = null } = request.data ?? {}
  return (
    <OpenedPanel label={t('editRequests.panel')} productId={product && product_id} triage={triage}>
      {gone ? (
        <EmptyState icon={<IconZoomQuestion size={22} />} title={t('editRequests.notFound.title')} text={t('editRequests.notFound.text')} />
      ) : (
        <DataState query={request}>
          {(data) => <EditReview request={data} isOld={isOld} bulk={bulk} onSeller={onSeller} onDecide={decide} />}
        </DataState>
      )}
    </OpenedPanel>
  )
}
