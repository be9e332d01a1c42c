import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { limits } from '#domain/limits.ts'
import { formatPrice } from '#domain/money.ts'
import { type Decisions, useDecisions } from '#web/approval/decisions.ts'
import { QueuePage } from '#web/approval/queue/QueuePage.tsx'
import type { QueueEntry } from '#web/approval/queue/QueueRow.tsx'
import { QueueToolbar } from '#web/approval/queue/QueueToolbar.tsx'
import { addressOf, filterOf, type QueueSearch, usualSort } from '#web/approval/queue/queue-search.ts'
import { usePreload } from '#web/approval/queue/use-preload.ts'
import { useQueueSearch } from '#web/approval/queue/use-queue-search.ts'
import { useTriage } from '#web/approval/queue/use-triage.ts'
import { useUndecided } from '#web/approval/queue/use-undecided.ts'
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

/** `/admin/product-approval` (product §3): the review queue of products. */
export function ApprovalPage() {
  const { queue, search, status, list, rows, triage, decide } = useProductTriage()
  usePreload(OpenedProduct.preload, panel, triage.ahead[0])
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
      label={t('titles.products')}
      nothing={t('approval.none.text')}
      waiting={status === 'pending' ? waiting.data?.pending : undefined}
      tools={<QueueToolbar queue={queue} seller={seller} />}
      empty={{
        filtered: Boolean(search.search || search.category || search.seller),
        clear: () => queue.narrow({ search: undefined, category: undefined, seller: undefined }),
        title: t(`approval.empty.${about}.title`),
        text: t(`approval.empty.${about}.text`),
      }}
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

const titleOf = ({ title }: ProductRow) => title
const expectedOf = ({ id, status, version }: ProductRow) => ({ id, status, version })

/** The triage of the product queue. */
function useProductTriage() {
  const queries = useQueryClient()
  const queue = useQueueSearch()
  const { search } = queue
  const status = search.status ?? 'pending'
  const decisions = useDecisions('products')
  const { list, rows } = useQueue(search, decisions)
  const triage = useTriage({
    ...{ noun: 'products', decisions, list, rows, titleOf, expectedOf },
    ...{ opened: search.product, pages: search.pages, filter: filterOf(search) },
    status,
    canDecide: movesFor(status).length > 0,
    open: queue.open,
    more: queue.more,
  })
  const decide = (decision: Decision) =>
    triage.take(() => takeDecision(queries, decision, () => triage.goOnFrom(new Set([decision.product.id]))))
  return { queue, search, status, list, rows, triage, decide }
}

/** The time of the last change of status: other changes do not bring back a product decided here. */
const stampOf = ({ updatedAt }: ProductRow) => updatedAt

/** The review queue in the state of the address. */
function useQueue({ status, search, category, seller, sort, pages }: QueueSearch, decisions: Decisions) {
  const list = usePagedQuery(rpc.products.queue, {
    status,
    search,
    category,
    seller_id: seller,
    sort: sort ?? usualSort(status),
    limit: limits.page.queueSize,
  })
  return { list, rows: useUndecided(list, { pages, decisions, stampOf, status: status ?? 'pending', get: rpc.products.get }) }
}
