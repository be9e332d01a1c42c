import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { SalesReport } from '#contract/sales.ts'
import type { Chosen } from '#domain/day-presets.ts'
import { comparedDays, whyNotRange } from '#domain/sales-ranges.ts'
import { type SalesRange, type SalesStep, topsOf } from '#domain/sales-rules.ts'
import { ChartSkeleton } from '#web/charts/ChartSkeleton.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { ExportLink } from '#web/platform/queries/ExportLink.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import { Figures } from '#web/sales/Figures.tsx'
import { clockMs, isOnly } from '#web/sales/figures.ts'
import { Moderation } from '#web/sales/Moderation.tsx'
import { toRows } from '#web/sales/rows-of.ts'
import css from '#web/sales/Sales.module.css'
import { SalesChart } from '#web/sales/SalesChart.tsx'
import { SalesToolbar } from '#web/sales/SalesToolbar.tsx'
import { SignUps } from '#web/sales/SignUps.tsx'
import type { SalesSearch } from '#web/sales/sales-search.ts'
import { stepFor } from '#web/sales/step-for.ts'
import { TopPanel } from '#web/sales/TopPanel.tsx'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { daySpan } from '#web/ui/calendar.ts'
import IconPrinter from '#web/ui/icons/IconPrinter.tsx'
import { Note } from '#web/ui/Note.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'

const names = [
  ...(['gross', 'refunds', 'net', 'refundRate'] as const),
  ...(['orders', 'units', 'averageOrderValue', 'cancellationRate', 'shipping', 'tax'] as const),
]

type Props = { search: SalesSearch; days: SalesRange; go: (to: SalesSearch) => void }

/** All figures of a range beside the range before, by step, by product, seller and category, with review and sign-ups. */
export function SalesOverview({ search, days, go }: Props) {
  const { marketplaceName } = useMarketplace()
  const today = useToday()
  const step = stepFor(days, search.step)
  const problem = whyNotRange(days, step)
  const query = useQuery(
    rpc.sales.figures.queryOptions({
      input: { ...days, step },
      enabled: !problem,
      placeholderData: keepPreviousData,
      refetchInterval: days.to >= today && clockMs,
    }),
  )
  return (
    <div className="shrinks">
      <p className={`${css.letterhead} printed-only`}>{marketplaceName}</p>
      <PageHeader
        title={t('titles.sales')}
        // An invalid range has no dates to show or to export.
        lead={problem ? undefined : <Lead days={days} />}
        actions={
          problem ? undefined : (
            <>
              <SavedViewsMenu list="/admin/sales" />
              <Actions file={stringifySearch({ ...days, step })} />
            </>
          )
        }
      />
      <SalesToolbar
        days={days}
        change={(to) => go({ ...to, step: search.step })}
        step={{ value: step, choose: (to) => go({ ...search, step: to }) }}
      />
      {problem ? <Note tone="bad">{problem.message}</Note> : <Sections {...{ query, days, step }} chosen={search} />}
    </div>
  )
}

function Lead({ days }: { days: SalesRange }) {
  const { timeZone } = useMarketplace()
  const { from, to, soFar } = comparedDays(days, useToday())
  return t(soFar ? 'sales.leadSoFar' : 'sales.lead', { days: daySpan(days.from, days.to), before: daySpan(from, to), timeZone })
}

function Actions({ file }: { file: string }) {
  return (
    <>
      <Button icon={<IconPrinter size={16} />} onClick={() => window.print()}>
        {t('sales.print')}
      </Button>
      <ExportLink href={`/api/sales/figures.csv${file}`} />
    </>
  )
}

type SectionsProps = { query: UseQueryResult<SalesReport>; days: SalesRange; step: SalesStep; chosen: Chosen }

function Sections({ query, days, step, chosen: { range, from, to } }: SectionsProps) {
  return (
    <div className={`${css.sections} stack unbroken ages`} data-stale={query.isPlaceholderData}>
      <Panel flush>
        <DataState query={query} loading={<Figures names={names} now={undefined} before={undefined} />}>
          {({ totals, totalsBefore, today }) => (
            <Figures
              names={names}
              now={totals}
              before={totalsBefore}
              rows={(name) => toRows(name, { range, from, to })}
              unrated={isOnly(days, today)}
            />
          )}
        </DataState>
      </Panel>
      {!(query.isError && !query.data) && (
        <Panel title={t(`sales.chart.title.${step}`)}>
          {query.data ? <SalesChart report={query.data} step={step} rows={toRows} /> : <ChartSkeleton legend />}
        </Panel>
      )}
      <div className={`${css.tops} row gap-16 unbroken`}>
        {topsOf.map((of) => (
          <TopPanel key={of} of={of} days={days} />
        ))}
      </div>
      <Moderation days={days} />
      <SignUps />
    </div>
  )
}
