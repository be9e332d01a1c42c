import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { limits } from '#domain/limits.ts'
import { formatPrice } from '#domain/money.ts'
import type { ProductStatus } from '#domain/product.ts'
import { QueuePage } from '#web/approval/queue/QueuePage.tsx'
import type { QueueEntry } from '#web/approval/queue/QueueRow.tsx'
import { QueueToolbar } from '#web/approval/queue/QueueToolbar.tsx'
import { readQueueSearch, sortsShown, statusesShown, usualSort } from '#web/approval/queue/queue-search.ts'
import { usePreload } from '#web/approval/queue/use-preload.ts'
import { useQueueState } from '#web/approval/queue/use-queue-search.ts'
import { useTriage } from '#web/approval/queue/use-triage.ts'
import { OpenedLoadError } from '#web/approval/review/OpenedLoadError.tsx'
import { type Decision, takeDecision } from '#web/approval/review/take-decision.ts'
import { movesFor } from '#web/approval/review-moves.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { lazyComponent } from '#web/platform/loading/lazy-component.tsx'
import { usePagedQuery } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'

const panel = () => import('#web/approval/review/OpenedProduct.tsx')
const OpenedProduct = lazyComponent(panel, 'default', OpenedLoadError)

const statuses = statusesShown.map((value) => ({ value, label: t(`products.status.${value}`) }))

/** `/admin/product-approval` (product §3): the review queue of products. */
export function ApprovalPage() {
  const queries = useQueryClient()
  const queue = useQueueState({ to: '/admin/product-approval', read: readQueueSearch, param: 'product' })
  const { status, search } = queue
  const list = usePagedQuery(rpc.products.queue, {
    status: search.status,
    search: search.search,
    category: search.category,
    seller_id: search.seller,
    sort: search.sort ?? usualSort(status),
    limit: limits.page.queueSize,
  })
  const canDecide = movesFor(status as ProductStatus).length > 0
  const triage = useTriage({ noun: 'products', queue, list, get: rpc.products.get, canDecide, titleOf, expectedOf, stampOf })
  const { rows } = triage
  const decide = (decision: Decision) => triage.take(decision.product.id, (goOn) => takeDecision(queries, decision, goOn))
  usePreload(OpenedProduct.preload, panel, triage.ahead[0])
  const { currency } = useMarketplace()
  const waiting = useQuery(rpc.products.waiting.queryOptions())
  const entries = useMemo(() => rows.map((row) => entryFor(row, currency)), [rows, currency])
  const about = status === 'pending' ? 'pending' : 'other'
  return (
    <QueuePage
      {...{ triage, list, entries, queue }}
      title={t('titles.approval')}
      label={t('titles.products')}
      nothing={t('approval.none.text')}
      waiting={waiting.data?.pending}
      tools={
        <QueueToolbar {...{ queue, rows, statuses }} hint={t('approval.searchHint')} sorts={sortsShown} list="/admin/product-approval" />
      }
      empty={{ title: t(`approval.empty.${about}.title`), text: t(`approval.empty.${about}.text`) }}
      show={(opened) => <OpenedProduct {...opened} decide={decide} />}
    />
  )
}

function entryFor(row: ProductRow, currency: string): QueueEntry {
  const { id, title, images, seller, price, category, status, rejectionReason, submittedAt, updatedAt } = row
  return {
    id,
    title,
    cover: images[0],
    seller,
    at: status === 'pending' ? (submittedAt ?? updatedAt) : updatedAt,
    about: [price === null ? null : formatPrice(price, currency), category].filter(Boolean).join(' · '),
    // A pending product keeps its last rejection reason, which marks it as a further attempt.
    ...(status === 'pending' && rejectionReason !== null && { mark: { text: t('approval.againTag'), hint: t('approval.againHint') } }),
  }
}

const titleOf = ({ title }: ProductRow) => title
const expectedOf = ({ id, status, version }: ProductRow) => ({ id, status, version })
/** The time of the last change of status: other changes do not bring back a product decided here. */
const stampOf = ({ updatedAt }: ProductRow) => updatedAt
