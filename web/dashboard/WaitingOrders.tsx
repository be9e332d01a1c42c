import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DataState } from '#web/app/DataState.tsx'
import { rpc } from '#web/app/rpc.ts'
import css from '#web/dashboard/DashboardPage.module.css'
import { t } from '#web/messages/messages.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shownCount } from '#web/ui/shown-count.ts'

/** How many lines of orders are to be shipped, by their sellers. */
export function WaitingOrders() {
  const waiting = useQuery(rpc.orders.unshipped.queryOptions())
  return (
    <Panel
      title={t('dashboard.orders')}
      actions={
        <Link to="/admin/orders" search={{ lineStatus: 'open' }} className={css.more}>
          {t('dashboard.seeOrders')}
        </Link>
      }
    >
      <DataState query={waiting} loading={<Skeleton rows={1} />}>
        {({ lines }) => (
          <p className={css.note}>
            {lines === 0 ? t('dashboard.ordersNone') : t('dashboard.ordersCount', { count: lines, shown: shownCount(lines) })}
          </p>
        )}
      </DataState>
    </Panel>
  )
}
