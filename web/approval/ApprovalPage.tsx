import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import css from '#web/approval/ApprovalPage.module.css'
import { NothingOpened } from '#web/approval/NothingOpened.tsx'
import { afterwards, neighboursOf } from '#web/approval/neighbours.ts'
import { OpenedProduct } from '#web/approval/OpenedProduct.tsx'
import { QueueEmpty } from '#web/approval/QueueEmpty.tsx'
import { QueueList } from '#web/approval/QueueList.tsx'
import { QueueToolbar } from '#web/approval/QueueToolbar.tsx'
import { usePlaceInList } from '#web/approval/use-place-in-list.ts'
import { useQueue } from '#web/approval/use-queue.ts'
import { useQueueSearch } from '#web/approval/use-queue-search.ts'
import { useTriageKeys } from '#web/approval/use-triage-keys.ts'
import { t } from '#web/messages/messages.ts'
import { More } from '#web/ui/More.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shownCount } from '#web/ui/shown-count.ts'

/** `/admin/product-approval` (product §3): the queue at the left, what is opened at the right. */
export function ApprovalPage() {
  const queue = useQueueSearch()
  const { search } = queue
  const acted = useRef(false)
  const latest = useRef(queue)
  latest.current = queue
  const open = useCallback((id: string | undefined) => {
    acted.current = true
    latest.current.open(id)
  }, [])
  const { list, rows = [] } = useQueue(search)
  const place = useRef<HTMLDivElement>(null)
  const { previous, next } = neighboursOf(rows, search.product)
  usePlaceInList(
    search.product,
    rows.some(({ id }) => id === search.product),
  )
  useTriageKeys({ next: () => next && open(next.id), previous: () => previous && open(previous.id), close: () => open(undefined) })

  const current = useRef(rows)
  current.current = rows
  /** After a decision reading goes on with the next one that still waits, else with the empty list. */
  const goOn = (candidates: readonly string[]) => {
    const left = new Set(current.current.map(({ id }) => id))
    open(candidates.find((id) => left.has(id)))
    if (!candidates.some((id) => left.has(id))) place.current?.querySelector('h1')?.focus()
  }
  // The end of what is loaded comes near: what follows should be there before it is asked for.
  const { hasNextPage, data } = list
  const atEnd = search.product !== undefined && next === undefined && rows.length > 0
  useEffect(() => {
    if (atEnd && hasNextPage && data && data.pages.length === (search.pages ?? 1)) queue.more(data.pages.length + 1)
  })

  return (
    <div ref={place} className={css.page} data-opened={search.product !== undefined || undefined}>
      <div className={css.left}>
        <div className={css.head}>
          <PageHeader title={t('approval.title')} lead={<Waiting />} />
        </div>
        <div className={css.tools}>
          <QueueToolbar queue={queue} sellerName={rows.find(({ seller_id }) => seller_id === search.seller)?.sellerName ?? null} />
        </div>
        <div className={css.list} aria-busy={list.isPlaceholderData}>
          <Panel flush>
            <DataState query={{ ...list, data: list.data && rows }} loading={<Skeleton rows={8} />}>
              {(found) => (found.length > 0 ? <QueueList rows={found} queue={queue} onOpen={open} /> : <QueueEmpty queue={queue} />)}
            </DataState>
            <More list={list} onMore={() => queue.more((data?.pages.length ?? 1) + 1)} />
          </Panel>
        </div>
      </div>
      <div className={css.opened}>
        {search.product === undefined ? (
          <NothingOpened />
        ) : (
          <OpenedProduct
            key={search.product}
            id={search.product}
            nextId={next?.id}
            takeFocus={acted.current}
            onPrevious={previous && (() => open(previous.id))}
            onNext={next && (() => open(next.id))}
            onClose={() => open(undefined)}
            onSeller={(seller) => queue.narrow({ seller })}
            candidates={() => afterwards(current.current, search.product ?? '')}
            onDecided={goOn}
          />
        )}
      </div>
    </div>
  )
}

/** How many wait in all, whatever the list below shows; live. */
function Waiting() {
  const { data } = useQuery(rpc.products.waiting.queryOptions())
  if (!data) return null
  const { pending } = data
  return (
    <span aria-live="polite">
      {pending === 0 ? t('approval.waitingNone') : t('approval.waiting', { count: pending, shown: shownCount(pending) })}
    </span>
  )
}
