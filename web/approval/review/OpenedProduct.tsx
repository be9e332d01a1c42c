import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { OpenedItem } from '#web/approval/queue/QueuePage.tsx'
import { OpenedPanel } from '#web/approval/review/OpenedPanel.tsx'
import { preloadPicture, usePrefetch } from '#web/approval/review/prefetch.ts'
import { Review } from '#web/approval/review/Review.tsx'
import type { Decision } from '#web/approval/review/take-decision.ts'
import { useIsUnverified } from '#web/approval/review/use-is-unverified.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { thumbnailOf } from '#web/product-views/thumbnail.ts'
import { useNotesLoading } from '#web/product-views/Warnings.tsx'

type Props = OpenedItem & { decide: (decision: Decision) => void }

/** One product with everything that a decision needs. */
export default function OpenedProduct({ id, bulk, triage, onSeller, decide }: Props) {
  const product = useQuery(rpc.products.get.queryOptions({ input: { id } }))
  const isUnverified = useIsUnverified(product)
  // A person who steps through the queue reads at once; a page that is being loaded stays as it appears.
  const isLoading = useNotesLoading(id) && !triage.takesFocus
  usePrefetch(triage.ahead, prefetch)
  return (
    <OpenedPanel
      label={t('approval.panel')}
      productId={id}
      triage={triage}
      query={isLoading ? { ...product, data: undefined } : product}
      gone={{ title: t('approval.notFound.title'), text: t('approval.notFound.text') }}
    >
      {(data) => <Review product={data} isUnverified={isUnverified} bulk={bulk} onSeller={onSeller} onDecide={decide} />}
    </OpenedPanel>
  )
}

/** Prefetches a product with everything that a decision needs, and its first picture. */
export async function prefetch(queries: QueryClient, id: string): Promise<void> {
  const input = { id }
  void queries.prefetchQuery(rpc.products.attempts.queryOptions({ input }))
  void queries.prefetchQuery(rpc.products.warnings.queryOptions({ input }))
  const { images, seller_id } = await queries.fetchQuery(rpc.products.get.queryOptions({ input }))
  if (images[0]) preloadPicture(thumbnailOf(images[0]))
  if (seller_id) void queries.prefetchQuery(rpc.products.sellerRecord.queryOptions({ input: { seller_id } }))
}
