import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import css from '#web/dashboard/DashboardPage.module.css'
import { WaitingEdits } from '#web/dashboard/WaitingEdits.tsx'
import { WaitingOrders } from '#web/dashboard/WaitingOrders.tsx'
import { WaitingProducts } from '#web/dashboard/WaitingProducts.tsx'
import { HistoryEntry } from '#web/history/HistoryEntry.tsx'
import { t } from '#web/messages/messages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

/** `/admin/dashboard` (spec §2): what waits and what happened last, as it happens. */
export function DashboardPage() {
  return (
    <>
      <PageHeader title={t('dashboard.title')} lead={t('dashboard.lead')} />
      <div className={css.columns}>
        <div className={css.column}>
          <WaitingProducts />
          <WaitingEdits />
          <WaitingOrders />
          <Panel title={t('dashboard.salesTitle')}>
            <p className={css.note}>{t('dashboard.salesText')}</p>
          </Panel>
        </div>
        <Recent />
      </div>
    </>
  )
}

/** How many lines of the history the dashboard shows. */
const recentCount = 8

function Recent() {
  const query = useQuery(rpc.history.list.queryOptions({ input: { limit: recentCount } }))
  return (
    <Panel
      flush
      title={t('dashboard.recent')}
      actions={
        <Link to="/admin/history" className={css.more}>
          {t('dashboard.seeAll')}
        </Link>
      }
    >
      <DataState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('history.emptyTitle')} text={t('history.emptyText')} />
          ) : (
            <ul className={css.list}>
              {rows.map((entry) => (
                <HistoryEntry key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </DataState>
    </Panel>
  )
}
