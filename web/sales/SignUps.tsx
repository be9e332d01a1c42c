import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { limits } from '#domain/limits.ts'
import { stepsIn } from '#domain/sales-ranges.ts'
import type { SalesRange } from '#domain/sales-rules.ts'
import { Chart } from '#web/charts/Chart.tsx'
import { ChartSkeleton } from '#web/charts/ChartSkeleton.tsx'
import type { Column } from '#web/charts/series.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { CsvLink } from '#web/sales/CsvLink.tsx'
import { pointsOf } from '#web/sales/points.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { shownNumber } from '#web/ui/shown-count.ts'

const title = t('sales.signUps.title', limits.sales)

/**
 * The sign-ups of the last 365 days (spec §7), drawn by week, as 365 columns are too narrow to read. The table has each day. Every count links
 * to its people.
 */
export function SignUps() {
  const query = useQuery(rpc.sales.signUps.queryOptions())
  const navigate = useNavigate()
  const { total, days: all = [] } = query.data ?? {}
  return (
    <Panel
      title={title}
      actions={
        total !== undefined && (
          <span className="line gap-12">
            <Link {...peopleOf(all[0]?.day, all.at(-1)?.day)} className="strong">
              {t('sales.signUps.total', { count: total })}
            </Link>
            <CsvLink href="/api/sales/sign-ups.csv" name={title} />
          </span>
        )
      }
    >
      <DataState query={query} loading={<ChartSkeleton size="low" />}>
        {({ days }) => {
          const weeks = weeksOf(days)
          const today = days.at(-1)?.day
          const each = days.map(({ day, count }) => ({ from: day, to: day, count }))
          return (
            <Chart
              name={title}
              pointsName={t('sales.steps.week')}
              points={pointsOf(weeks, 'week', today)}
              series={[{ ...columnOf(weeks), look: 'column' }]}
              table={{ pointsName: t('sales.steps.day'), points: pointsOf(each, 'day', today), series: [columnOf(each)] }}
              format={shownNumber}
              formatShort={shownNumber}
              open={(at) => void navigate(peopleOf(weeks[at]?.from, weeks[at]?.to))}
              size="low"
              empty={t('sales.signUps.empty')}
            />
          )
        }}
      </DataState>
    </Panel>
  )
}

const peopleOf = (from?: string, to?: string) => ({ to: '/admin/user-management', search: { from, to } }) as const

type SignedUp = SalesRange & { count: number }
const columnOf = (ranges: readonly SignedUp[]): Column => ({
  name: t('sales.signUps.series'),
  values: ranges.map(({ count }) => count),
  link: (at, text) => <Link {...peopleOf(ranges[at]?.from, ranges[at]?.to)}>{text}</Link>,
})

/** Adds up days in order by week; the first and the last week are cut at the ends of the days. */
function weeksOf(days: readonly { day: string; count: number }[]): SignedUp[] {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return []
  const added = (week: SalesRange) =>
    days.filter(({ day }) => day >= week.from && day <= week.to).reduce((sum, { count }) => sum + count, 0)
  return stepsIn({ from: first.day, to: last.day }, 'week').map((week) => ({ ...week, count: added(week) }))
}
