import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { daysOf } from '#domain/sales-presets.ts'
import { ChartSkeleton } from '#web/charts/ChartSkeleton.tsx'
import css from '#web/dashboard/DashboardPage.module.css'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { toRows } from '#web/sales/rows-of.ts'
import { SalesChart } from '#web/sales/SalesChart.tsx'
import { useToday } from '#web/sales/use-today.ts'
import { Panel } from '#web/ui/Panel.tsx'

/** The sales of the last 30 days, day by day. */
export function RecentSales() {
  const money = useMoney()
  const days = daysOf({ range: 'last30' }, useToday())
  const query = useQuery(rpc.sales.figures.queryOptions({ input: { ...days, step: 'day' }, placeholderData: keepPreviousData }))
  return (
    <Panel
      title={t('dashboard.sales')}
      actions={
        <Link to="/admin/sales" className={css.more}>
          {query.data ? t('dashboard.salesLink', { net: money(query.data.totals.net) }) : t('dashboard.allFigures')}
        </Link>
      }
    >
      <DataState query={query} loading={<ChartSkeleton legend />}>
        {(report) => <SalesChart report={report} step="day" rows={toRows} />}
      </DataState>
    </Panel>
  )
}
