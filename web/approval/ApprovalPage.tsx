import { lazy, Suspense } from 'react'
import { DataState } from '#web/app/DataState.tsx'
import css from '#web/approval/ApprovalPage.module.css'
import { BulkBar } from '#web/approval/BulkBar.tsx'
import { BulkProgress } from '#web/approval/BulkProgress.tsx'
import { sendingFrom } from '#web/approval/decisions.ts'
import { KeysHelp } from '#web/approval/KeysHelp.tsx'
import { NothingOpened } from '#web/approval/NothingOpened.tsx'
import { QueueEmpty } from '#web/approval/QueueEmpty.tsx'
import { QueueList } from '#web/approval/QueueList.tsx'
import { QueueToolbar } from '#web/approval/QueueToolbar.tsx'
import { Refusals } from '#web/approval/Refusals.tsx'
import { usePreload } from '#web/approval/use-preload.ts'
import { useTriage } from '#web/approval/use-triage.ts'
import { Waiting } from '#web/approval/Waiting.tsx'
import { t } from '#web/messages/messages.ts'
import { More } from '#web/ui/More.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const loadOpened = () => import('#web/approval/OpenedProduct.tsx')
const OpenedProduct = lazy(loadOpened)

/** `/admin/product-approval` (product §3): the queue at the left, what is opened at the right. */
export function ApprovalPage() {
  const { queue, search, status, decisions, list, rows, bulks, holding, canDecide, selection, place, end, said, open, ...opened } =
    useTriage()
  usePreload(loadOpened)
  const sellerName = rows.find(({ seller_id }) => seller_id === search.seller)?.sellerName ?? null
  return (
    <div ref={place} className={css.page} data-opened={search.product !== undefined || undefined}>
      <div className={css.top}>
        <BulkProgress all={bulks} />
      </div>
      <div className={css.left}>
        <div className={css.head}>
          <PageHeader title={t('approval.title')} lead={<Waiting sending={sendingFrom(decisions, 'pending')} />} actions={<KeysHelp />} />
        </div>
        <div className={css.tools}>
          <QueueToolbar queue={queue} sellerName={sellerName} />
        </div>
        {canDecide && <BulkBar selection={selection} status={status} />}
        <div className={css.list} aria-busy={list.isPlaceholderData}>
          <Panel flush>
            <DataState query={{ ...list, data: list.data && rows }} loading={<Skeleton rows={8} />}>
              {(found) =>
                found.length === 0 && !list.hasNextPage ? (
                  <QueueEmpty queue={queue} />
                ) : (
                  <QueueList rows={found} search={search} holding={holding} selection={canDecide ? selection : null} onOpen={open} />
                )
              }
            </DataState>
            <div ref={end}>
              <More list={list} onMore={() => queue.more((list.data?.pages.length ?? 1) + 1)} />
            </div>
          </Panel>
        </div>
      </div>
      <div className={css.opened}>
        <Refusals refusals={decisions.refusals} onOpen={open} />
        {search.product === undefined ? (
          <NothingOpened />
        ) : (
          <Suspense fallback={<Skeleton />}>
            <OpenedProduct
              key={search.product}
              id={search.product}
              bulk={holding.get(search.product)}
              onOpen={open}
              onSeller={(seller) => queue.narrow({ seller })}
              {...opened}
            />
          </Suspense>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}
