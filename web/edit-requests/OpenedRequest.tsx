import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { OpenedItem } from '#web/approval/queue/QueuePage.tsx'
import { OpenedPanel } from '#web/approval/review/OpenedPanel.tsx'
import { preloadPicture, usePrefetch } from '#web/approval/review/prefetch.ts'
import { useIsUnverified } from '#web/approval/review/use-is-unverified.ts'
import { EditReview } from '#web/edit-requests/EditReview.tsx'
import type { EditDecision } from '#web/edit-requests/take-edit-decision.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { thumbnailOf } from '#web/product-views/thumbnail.ts'

type Props = OpenedItem & { decide: (decision: EditDecision) => void }

/** One request with everything that a decision needs. */
export default function OpenedRequest({ id, bulk, triage, onSeller, decide }: Props) {
  const request = useQuery(rpc.editRequests.get.queryOptions({ input: { id } }))
  const isUnverified = useIsUnverified(request)
  usePrefetch(triage.ahead, prefetch)
  const { product_id = null, product = null } = request.data ?? {}
  return (
    <OpenedPanel
      label={t('editRequests.panel')}
      productId={product && product_id}
      triage={triage}
      query={request}
      gone={{ title: t('editRequests.notFound.title'), text: t('editRequests.notFound.text') }}
    >
      {(data) => <EditReview request={data} isUnverified={isUnverified} bulk={bulk} onSeller={onSeller} onDecide={decide} />}
    </OpenedPanel>
  )
}

/** Prefetches a request with its first proposed pictures. */
export async function prefetch(queries: QueryClient, id: string): Promise<void> {
  const { proposed } = await queries.fetchQuery(rpc.editRequests.get.queryOptions({ input: { id } }))
  for (const image of proposed?.images?.slice(0, 2) ?? []) preloadPicture(thumbnailOf(image))
}
