import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Chart } from '#web/charts/Chart.tsx'
import { ChartSkeleton } from '#web/charts/ChartSkeleton.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { shownNumber } from '#web/sales/figures.ts'
import { pointsOf } from '#web/sales/points.ts'
import { Panel } from '#web/ui/Panel.tsx'

/** The sign-ups of each of the last 365 days (spec §7); a day links to the people. */
export function SignUps({ size = 'low' }: { size?: 'tall' | 'low' }) {
  const query = useQuery(rpc.sales.signUps.queryOptions())
  const navigate = useNavigate()
  const total = query.data?.total
  return (
    <Panel
      title={t('sales.signUps.title')}
      actions={
        <span className="aside regular">
          {total !== undefined && t('sales.signUps.total', { count: total, shown: shownNumber(total) })}
        </span>
      }
    >
      <DataState query={query} loading={<ChartSkeleton size={size} />}>
        {({ days }) => {
          const peopleAt = (at: number) => ({ to: '/admin/user-management', search: { from: days[at]?.day, to: days[at]?.day } }) as const
          return (
            <Chart
              name={t('sales.signUps.title')}
              pointsName={t('sales.steps.day')}
              points={pointsOf(
                days.map(({ day }) => ({ from: day, to: day })),
                'day',
              )}
              series={[
                {
                  name: t('sales.signUps.series'),
                  look: 'column',
                  values: days.map(({ count }) => count),
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
