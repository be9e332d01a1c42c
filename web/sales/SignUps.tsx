import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SalesRange, stepsIn } from '#domain/sales-rules.ts'
import { Chart } from '#web/charts/Chart.tsx'
import { ChartSkeleton } from '#web/charts/ChartSkeleton.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { shownNumber } from '#web/sales/figures.ts'
import { pointsOf } from '#web/sales/points.ts'
import { Panel } from '#web/ui/Panel.tsx'

/** The sign-ups of the last 365 days (spec §7), drawn by week, as 365 columns are too narrow to read; a week links to its people. */
export function SignUps({ size = 'low' }: { size?: 'tall' | 'low' }) {
  const query = useQuery(rpc.sales.signUps.queryOptions())
  const navigate = useNavigate()
  const total = query.data?.total
  return (
    <Panel
      title={t('sales.signUps.title')}
      actions={<span className="aside regular">{total !== undefined && t('sales.signUps.total', { count: total })}</span>}
    >
      <DataState query={query} loading={<ChartSkeleton size={size} />}>
        {({ days }) => {
          const weeks = weeksOf(days)
          const peopleAt = (at: number) => ({ to: '/admin/user-management', search: { from: weeks[at]?.from, to: weeks[at]?.to } }) as const
          return (
            <Chart
              name={t('sales.signUps.title')}
              pointsName={t('sales.steps.week')}
              points={pointsOf(weeks, 'week')}
              series={[
                {
                  name: t('sales.signUps.series'),
                  look: 'column',
                  values: weeks.map(({ count }) => count),
                  link: (at, text) => <Link {...peopleAt(at)}>{text}</Link>,
                },
              ]}
              format={shownNumber}
              formatShort={shownNumber}
              open={(at) => void navigate(peopleAt(at))}
              size={size}
              empty={t('sales.signUps.empty')}
            />
          )
        }}
      </DataState>
    </Panel>
  )
}

/** Adds up days in order by week; the first and the last week are cut at the ends of the days. */
function weeksOf(days: readonly { day: string; count: number }[]): (SalesRange & { count: number })[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const added = (week: SalesRange) =>
    days.filter(({ day }) => day >= week.from && day <= week.to).reduce((sum, { count }) => sum + count, 0)
  return stepsIn({ from: first.day, to: last.day }, 'week').map((week) => ({ ...week, count: added(week) }))
}
