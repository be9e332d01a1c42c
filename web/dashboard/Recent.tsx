import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HistoryEntry, happeningsIn } from '#web/history/HistoryEntry.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Happenings shown on the dashboard; most consist of one or two events. */
const recentCount = 6

/** What happened last. */
export function Recent() {
  const query = useQuery(rpc.history.list.queryOptions({ input: { limit: recentCount * 2 } }))
  return (
    <Panel
      flush
      title={t('dashboard.recent')}
      actions={
        <Link to="/admin/history" className="strong">
          {t('dashboard.seeAll')}
        </Link>
      }
    >
      <DataState query={query} loading={<Skeleton rows={recentCount} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('history.emptyTitle')} text={t('history.emptyText')} />
          ) : (
            <ul className="list ruled">
              {happeningsIn(rows)
                .slice(0, recentCount)
                .map((events) => (
                  <HistoryEntry key={events[0]?.id} events={events} />
                ))}
            </ul>
          )
        }
      </DataState>
    </Panel>
  )
}
