import '#web/ui/later.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { FirstSteps as FirstStepsDone } from '#contract/settings.ts'
import { daysOf } from '#domain/day-presets.ts'
import { ChartSkeleton } from '#web/charts/ChartSkeleton.tsx'
import { LongestWaiting } from '#web/dashboard/LongestWaiting.tsx'
import { Recent } from '#web/dashboard/Recent.tsx'
import { Waits } from '#web/dashboard/Waits.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { isFirstLoad } from '#web/platform/queries/is-first-load.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import { Figures } from '#web/sales/Figures.tsx'
import { clockMs } from '#web/sales/figures.ts'
import { toRows } from '#web/sales/rows-of.ts'
import { SalesChart } from '#web/sales/SalesChart.tsx'
import { SignUps } from '#web/sales/SignUps.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { SetupSteps } from '#web/ui/SetupSteps.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { timeIn } from '#web/ui/time.ts'

/** `/admin/dashboard` (spec §2): waiting work, today's figures and the latest events, all live. */
export function DashboardPage() {
  const first = useQuery(rpc.settings.firstSteps.queryOptions())
  const waits = isFirstLoad(first)
  return (
    <>
      <PageHeader title={t('titles.dashboard')} lead={t('dashboard.lead')} />
      {waits && <Skeleton rows={8} />}
      {/* Hidden until the first steps are known: they stand above everything else and would move it. */}
      <div className="stack" style={waits ? { visibility: 'hidden' } : undefined}>
        <FirstSteps done={first.data} />
        <Waits />
        <Today />
        <div className="columns">
          <div className="stack">
            <RecentSales />
            <SignUps />
          </div>
          <div className="stack">
            <LongestWaiting />
            <Recent />
          </div>
        </div>
      </div>
    </>
  )
}

/** The sales of the last 30 days, by day. */
function RecentSales() {
  const money = useMoney()
  const days = daysOf({ range: 'last30' }, useToday())
  const query = useQuery(rpc.sales.figures.queryOptions({ input: { ...days, step: 'day' }, placeholderData: keepPreviousData }))
  return (
    <Panel
      title={t('dashboard.sales')}
      actions={
        <span className="row gap-16">
          {query.data && (
            <Link {...toRows('net', { range: 'last30' })} className="strong">
              {t('dashboard.salesLink', { net: money(query.data.totals.net) })}
            </Link>
          )}
          <Link to="/admin/sales" className="strong">
            {t('dashboard.allSales')}
          </Link>
        </span>
      }
    >
      <DataState query={query} loading={<ChartSkeleton legend />}>
        {(report) => <SalesChart report={report} step="day" rows={toRows} />}
      </DataState>
    </Panel>
  )
}

const names = ['gross', 'refunds', 'net', 'refundRate', 'orders', 'units', 'averageOrderValue', 'cancellationRate'] as const

/** Today's figures beside yesterday's until the same time of day (product §5). */
function Today() {
  const { timeZone } = useMarketplace()
  const query = useQuery(rpc.sales.today.queryOptions({ refetchInterval: clockMs }))
  return (
    <Panel
      flush
      title={t('dashboard.today')}
      actions={
        <span className="row center gap-16">
          {/* The browser's own time until the answer comes, so that the head keeps its lines. */}
          {!query.isError && (
            <span className="aside nowrap">
              {t('dashboard.until', { time: timeIn(query.data?.at ?? new Date().toISOString(), timeZone) })}
            </span>
          )}
          <Link to="/admin/sales" search={{ range: 'today' }} className="strong nowrap">
            {t('dashboard.todaySales')}
          </Link>
        </span>
      }
    >
      <DataState query={query} loading={<Figures names={names} now={undefined} before={undefined} />}>
        {({ day, figures, yesterday }) => (
          <Figures unrated names={names} now={figures} before={yesterday} rows={(name) => toRows(name, { from: day, to: day })} />
        )}
      </DataState>
    </Panel>
  )
}

const steps: { name: 'name' | 'mail' | 'sellers' | 'storefront'; link: Pick<LinkProps, 'to' | 'search'> }[] = [
  { name: 'name', link: { to: '/admin/settings' } },
  { name: 'mail', link: { to: '/admin/settings', search: { section: 'health' } } },
  { name: 'sellers', link: { to: '/admin/user-management' } },
  { name: 'storefront', link: { to: '/admin/settings', search: { section: 'apiKeys' } } },
]

/**
 * The first steps in a new marketplace, each ticked off once it is done. They disappear when all but email are done: a marketplace may run
 * without email, and Settings → Health keeps saying so.
 */
function FirstSteps({ done: data }: { done: FirstStepsDone | undefined }) {
  const { mailsAreFiles } = useMarketplace()
  if (!data || Object.values(data).every(Boolean)) return null
  const done = { ...data, mail: !mailsAreFiles }
  return (
    <SetupSteps
      title={t('dashboard.first.title')}
      lead={t('dashboard.first.text')}
      steps={steps.map(({ name, link: to }) => ({
        name: t(`dashboard.first.${name}`),
        text: t(`dashboard.first.${name}Text`),
        done: done[name],
        to,
      }))}
    />
  )
}
