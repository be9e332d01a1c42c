import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { formatPrice } from '#domain/money.ts'
import { QueueEmpty } from '#web/approval/queue/QueueEmpty.tsx'
import { QueuePage } from '#web/approval/queue/QueuePage.tsx'
import type { QueueEntry } from '#web/approval/queue/QueueRow.tsx'
import { QueueToolbar } from '#web/approval/queue/QueueToolbar.tsx'
import { addressOf } from '#web/approval/queue/queue-search.ts'
import { usePreload } from '#web/approval/queue/use-preload.ts'
import { useProductTriage } from '#web/approval/queue/use-product-triage.ts'
import { OpenedLoadError } from '#web/approval/review/OpenedLoadError.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'

const OpenedProduct = lazyComponent(() => import('#web/approval/review/OpenedProduct.tsx'), 'default', OpenedLoadError)

/** `/admin/product-approval` (product §3): the review queue of products. */
export function ApprovalPage() {
  const { queue, search, status, list, rows, triage, decide } = useProductTriage()
  usePreload(OpenedProduct.preload)
  const { currency } = useMarketplace()
  const waiting = useQuery(rpc.products.waiting.queryOptions())
  const entries = useMemo(() => rows.map((row) => entryFor(row, currency)), [rows, currency])
  const seller = rows.find(({ seller_id }) => seller_id === search.seller)?.seller ?? null
  const about = status === 'pending' ? 'pending' : 'other'
  return (
    <QueuePage
      triage={triage}
      list={list}
      entries={entries}
      status={status}
      title={t('titles.approval')}
      label={t('approval.list')}
      nothing={t('approval.none.text')}
      waiting={waiting.data?.pending}
      tools={<QueueToolbar queue={queue} seller={seller} />}
      empty={
        <QueueEmpty
          isNarrowed={Boolean(search.search || search.category || search.seller)}
          onClear={() => queue.narrow({ search: undefined, category: undefined, seller: undefined })}
          title={t(`approval.empty.${about}.title`)}
          text={t(`approval.empty.${about}.text`)}
        />
      }
      address={addressOf({ ...search, product: undefined })}
      param="product"
      queue={queue}
      show={(opened) => <OpenedProduct {...opened} decide={decide} />}
    />
  )
}

function entryFor(row: ProductRow, currency: string): QueueEntry {
  const { id, title, images, seller, price, category, status, rejectionReason, submittedAt, updatedAt } = row
  return {
    ...{ id, title, cover: images[0], seller },
    at: status === 'pending' ? (submittedAt ?? updatedAt) : updatedAt,
    about: [price === null ? null : formatPrice(price, currency), category].filter(Boolean).join(' · '),
    // A pending product keeps its last rejection reason, which marks it as a further attempt.
    ...(status === 'pending' && rejectionReason !== null && { mark: { text: t('approval.againTag'), hint: t('approval.againHint') } }),
  }
}
