import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OpenedItem } from '#web/approval/queue/QueuePage.tsx'
import { OpenedPanel } from '#web/approval/review/OpenedPanel.tsx'
import { preloadPicture } from '#web/approval/review/preload-picture.ts'
import { Review } from '#web/approval/review/Review.tsx'
import type { Decision } from '#web/approval/review/take-decision.ts'
import { useIsUnverified } from '#web/approval/review/use-is-unverified.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { problemOf } from '#web/platform/rpc/problem.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { thumbnailOf } from '#web/product-views/picture.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import IconZoomQuestion from '#web/ui/icons/IconZoomQuestion.tsx'

type Props = OpenedItem & { decide: (decision: Decision) => void }

/** One product with everything that a decision needs. */
export default function OpenedProduct({ id, bulk, triage, onSeller, decide }: Props) {
  const product = useQuery(rpc.products.get.queryOptions({ input: { id } }))
  const isUnverified = useIsUnverified(product)
  usePrefetch(triage.ahead)
  const gone = product.isError && problemOf(product.error).code === 'not-found'
  return (
    <OpenedPanel label={t('approval.panel')} productId={id} triage={triage}>
      {gone ? (
        <EmptyState icon={<IconZoomQuestion size={22} />} title={t('approval.notFound.title')} text={t('approval.notFound.text')} />
      ) : (
        <DataState query={product}>
          {(data) => <Review product={data} isUnverified={isUnverified} bulk={bulk} onSeller={onSeller} onDecide={decide} />}
        </DataState>
      )}
    </OpenedPanel>
  )
}

/** Prefetches the next products with everything that a decision needs, and their first pictures. */
function usePrefetch(ids: readonly string[]) {
  const queries = useQueryClient()
  const key = ids.join(' ')
  useEffect(() => {
    for (const id of key.split(' ').filter(Boolean)) {
      const input = { id }
      void queries.prefetchQuery(rpc.products.attempts.queryOptions({ input }))
      void queries.prefetchQuery(rpc.products.warnings.queryOptions({ input }))
      void queries.fetchQuery(rpc.products.get.queryOptions({ input })).then(({ images: [first], seller_id }) => {
        if (first) preloadPicture(thumbnailOf(first))
        if (seller_id) void queries.prefetchQuery(rpc.products.sellerRecord.queryOptions({ input: { seller_id } }))
      }, ignore)
    }
  }, [queries, key])
}

/** Opening the product will show the error. */
const ignore = () => {}
