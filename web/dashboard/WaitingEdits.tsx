import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import css from '#web/dashboard/DashboardPage.module.css'
import { t } from '#web/messages/messages.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shownCount } from '#web/ui/shown-count.ts'

/** How many changes of products on sale wait for a decision. */
export function WaitingEdits() {
  const waiting = useQuery(rpc.editRequests.waiting.queryOptions())
  return (
    <Panel
      title={t('dashboard.edits')}
      actions={
        <Link to="/admin/edit-requests" className={css.more}>
          {t('dashboard.reviewEdits')}
        </Link>
      }
    >
      <DataState query={waiting} loading={<Skeleton rows={1} />}>
        {({ pending }) => (
          <p className={css.note}>
            {pending === 0 ? t('dashboard.editsNone') : t('dashboard.editsCount', { count: pending, shown: shownCount(pending) })}
          </p>
        )}
      </DataState>
    </Panel>
  )
}
