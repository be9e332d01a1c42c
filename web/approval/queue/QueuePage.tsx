import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ComponentProps, Fragment, type ReactNode, Suspense } from 'react'
import type { BulkDecision, BulkNoun } from '#domain/bulk-decision.ts'
import type { ProductStatus } from '#domain/product.ts'
import { BulkBar } from '#web/approval/bulk/BulkBar.tsx'
import { BulkProgress } from '#web/approval/bulk/BulkProgress.tsx'
import { sendingFrom } from '#web/approval/decisions.ts'
import { KeyHints, NothingOpened } from '#web/approval/queue/KeyHints.tsx'
import { QueueList } from '#web/approval/queue/QueueList.tsx'
import css from '#web/approval/queue/QueuePage.module.css'
import type { QueueEntry } from '#web/approval/queue/QueueRow.tsx'
import { Refusals } from '#web/approval/queue/Refusals.tsx'
import type { QueueState } from '#web/approval/queue/use-queue-search.ts'
import type { Triage } from '#web/approval/queue/use-triage.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { EmptyList } from '#web/platform/loading/EmptyList.tsx'
import { ManySellers } from '#web/product-views/ManySellers.tsx'
import IconCircleCheck from '#web/ui/icons/IconCircleCheck.tsx'
import { More } from '#web/ui/More.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shownCount } from '#web/ui/shown-count.ts'

type Props = {
  triage: Triage
  list: UseInfiniteQueryResult<{ pages: readonly unknown[] }>
  entries: readonly QueueEntry[]
  queue: QueueState
  title: string
  /** Accessible name of the list. */
  label: string
  /** The text of the right side while nothing is open. */
  nothing: string
  /** How many items wait in all; undefined while loading. */
  waiting: number | undefined
  tools: ReactNode
  /** What is said in place of rows where none is filtered out. */
  empty: Pick<ComponentProps<typeof EmptyList>, 'title' | 'text'>
  show: (opened: OpenedItem) => ReactNode
}

/** The opened item, on the right. */
export type OpenedItem = {
  id: string
  /** The bulk decision it is part of. */
  bulk: BulkDecision | undefined
  triage: Triage
  /** Limits the queue to this seller. */
  onSeller: (sellerId: string) => void
}

/** A queue and its triage (product §3, §4): the list on the left, bulk decisions below it (on a phone above), the opened item on the right. */
export function QueuePage({ triage, list, entries, title, label, nothing, waiting, tools, empty, queue, show }: Props) {
  const { search, status, address, param, narrow } = queue
  const { noun, bulks, canDecide, selection, place, end, announced, opened, inBulk, open, goOnAfterBulk, decisions } = triage
  const filtered = Boolean(search.search || search.field || search.category || search.seller)
  const lead = <Waiting noun={noun} waiting={status === 'pending' ? waiting : undefined} sending={sendingFrom(decisions, 'pending')} />
  const isEmpty = list.data !== undefined && entries.length === 0 && !list.hasNextPage
  // While a person filters, the list keeps its width.
  const isAlone = isEmpty && opened === undefined && !filtered
  const onSeller = (seller: string) => narrow({ seller })
  const clear = () => narrow({ search: undefined, field: undefined, category: undefined, seller: undefined })
  return (
    <div ref={place} className={`${css.page} panes`} data-opened={opened !== undefined || undefined} data-alone={isAlone || undefined}>
      <div className={`${css.left} column shrinks-both`}>
        <div className={css.head}>
          <PageHeader title={title} lead={lead} actions={<KeyHints />} />
        </div>
        <div className={css.tools}>{tools}</div>
        {canDecide && <BulkBar {...{ noun, selection }} status={status as ProductStatus} isEmpty={isEmpty} onStarted={goOnAfterBulk} />}
        <div className={`${css.list} scrolls ages`} aria-busy={list.isPlaceholderData}>
          <Panel flush>
            <DataState query={{ ...list, data: list.data && entries }} loading={<Skeleton rows={8} />}>
              {(found) =>
                isEmpty ? (
                  <EmptyList icon={IconCircleCheck} {...{ filtered, clear }} {...empty} />
                ) : (
                  <QueueList {...{ label, triage, address, param }} entries={found} />
                )
              }
            </DataState>
            <div ref={end}>
              <More list={list} onMore={() => queue.more((list.data?.pages.length ?? 1) + 1)} />
            </div>
          </Panel>
          {list.data && <ManySellers search={search.search} of={noun} />}
        </div>
      </div>
      <div className={`${css.bulk} scrolls`}>
        <BulkProgress all={bulks} onUndone={({ items }) => selection.restore(items)} />
      </div>
      <div className={`${css.opened} column shrinks-both`} data-beside={selection.selected.length > 0 || undefined}>
        <Refusals noun={noun} refusals={decisions.refusals} onOpen={open} />
        {opened === undefined ? (
          !isAlone && <NothingOpened text={isEmpty ? '' : nothing} />
        ) : (
          <Suspense fallback={<Skeleton />}>
            <Fragment key={opened}>{show({ id: opened, bulk: inBulk.get(opened), triage, onSeller })}</Fragment>
          </Suspense>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </div>
  )
}

type WaitingProps = {
  noun: BulkNoun
  /** As of the page. */
  waiting: number | undefined
  sending: number
}

/** How many wait in all, whatever filters the list below has. Live, and without those being decided here. */
function Waiting({ noun, waiting, sending }: WaitingProps) {
  // The line is reserved from the start, so that the list does not move under the pointer.
  if (waiting === undefined) return <span>{'\u00a0'}</span>
  const pending = waiting > 999 ? waiting : Math.max(0, waiting - sending)
  return (
    <span>{pending === 0 ? t('approval.waitingNone') : t(`approval.waiting.${noun}`, { count: pending, shown: shownCount(pending) })}</span>
  )
}
