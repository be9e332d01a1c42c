import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import css from '#web/dashboard/DashboardPage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { Figures } from '#web/sales/Figures.tsx'
import { toRows } from '#web/sales/rows-of.ts'
import { Panel } from '#web/ui/Panel.tsx'

const names = ['gross', 'refunds', 'net', 'orders', 'units', 'averageOrderValue'] as const

/** The figures of today beside those of yesterday (product §5). */
export function Today() {
  const query = useQuery(rpc.sales.today.queryOptions())
  return (
    <Panel
      flush
      title={t('dashboard.today')}
      actions={
        <Link to="/admin/sales" search={{ range: 'today' }} className={css.more}>
          {t('dashboard.allFigures')}
        </Link>
      }
    >
      <DataState query={query} loading={<Figures names={names} now={undefined} before={undefined} />}>
        {({ day, figures, yesterday }) => (
          <Figures names={names} now={figures} before={yesterday} rows={(name) => toRows(name, { from: day, to: day })} soFar />
        )}
      </DataState>
    </Panel>
  )
}
