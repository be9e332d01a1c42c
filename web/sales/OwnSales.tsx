import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OwnSalesReport } from '#contract/sales.ts'
import { type Chosen, daysOf } from '#domain/day-presets.ts'
import { comparedDays, whyNotRange } from '#domain/sales-ranges.ts'
import type { SalesRange, SalesStep } from '#domain/sales-rules.ts'
import { ChartSkeleton } from '#web/charts/ChartSkeleton.tsx'
import { t } from '#web/platform/i18n/messages.ts'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { stringifySearch } from '#web/platform/search-params.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { useToday } from '#web/platform/session/use-today.ts'
import { Figures } from '#web/sales/Figures.tsx'
import { clockMs, isOnly } from '#web/sales/figures.ts'
import css from '#web/sales/OwnSales.module.css'
import { readOwnSales, writeOwnSales } from '#web/sales/own-search.ts'
import type { OwnRowsName } from '#web/sales/rows-names.ts'
import { toOwnRows } from '#web/sales/rows-of.ts'
import { SalesChart } from '#web/sales/SalesChart.tsx'
import { SalesToolbar } from '#web/sales/SalesToolbar.tsx'
import { stepFor } from '#web/sales/step-for.ts'
import { TopTable } from '#web/sales/TopPanel.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { daySpan } from '#web/ui/calendar.ts'
import IconDownload from '#web/ui/icons/IconDownload.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const names = ['gross', 'orders', 'units', 'averageOrderValue', 'cancellationRate'] as const

/** How many of a seller's top products are shown beside their figures. */
const topShown = 5

type Props = {
  /** The range from the address; undefined while folded. */
  chosen: string | undefined
  choose: (to: string | undefined) => void
}

/** A seller's own figures (product §5): one line above their orders, or all of them when unfolded. */
export function OwnSales({ chosen, choose }: Props) {
  const unfolded = chosen !== undefined
  const range = readOwnSales(chosen)
  const today = useToday()
  const days = daysOf(range, today)
  const step = stepFor(days)
  const problem = whyNotRange(days, step)
  const query = useQuery(
    rpc.sales.own.queryOptions({
      input: { ...days, step },
      enabled: !problem,
      placeholderData: keepPreviousData,
      refetchInterval: days.to >= today && clockMs,
    }),
  )
  return (
    <details
      className={`${css.own} card spaced`}
      open={unfolded}
      onToggle={({ currentTarget: { open } }) => open !== unfolded && choose(open ? writeOwnSales(range) : undefined)}
    >
      <summary className={`${css.summary} row center tints-softly`}>
        <h2>{t('sales.own.title')}</h2>
        {!problem && <Line days={days} totals={query.data?.totals} />}
      </summary>
      {unfolded && (
        <div className={css.inside} data-stale={query.isPlaceholderData}>
          <div className={`${css.head} row between`}>
            <SalesToolbar days={days} change={(to) => choose(writeOwnSales(to))} />
            {!problem && (
              <a href={`/api/sales/own.csv${stringifySearch({ ...days, step })}`} download className={`${buttonClass()} spaced`}>
                <IconDownload size={16} />
                {t('sales.own.export')}
              </a>
            )}
          </div>
          {problem ? (
            <Note tone="bad">{problem.message}</Note>
          ) : (
            <DataState query={query} loading={<Waiting />}>
              {(report) => <Report report={report} days={days} range={range} step={step} />}
            </DataState>
          )}
        </div>
      )}
    </details>
  )
}

/** The part that is visible while folded. */
function Line({ days, totals }: { days: SalesRange; totals: OwnSalesReport['totals'] | undefined }) {
  const money = useMoney()
  return (
    <p className={`${css.line} muted tabular`}>
      {daySpan(days.from, days.to)}{' '}
      {totals && (
        <span className={css.totals}>
          <strong>{money(totals.gross)}</strong> {t('sales.own.from', { count: totals.orders })}
        </span>
      )}
    </p>
  )
}

/** As high as the report that is loading, so that the orders below do not move. */
function Waiting() {
  return (
    <div className="stack gap-12">
      <div className={`${css.cut} boxed`}>
        <Figures names={names} now={undefined} before={undefined} />
      </div>
      <p className="aside">{'\u00a0'}</p>
      <ChartSkeleton size="low" />
      <Skeleton rows={topShown} />
    </div>
  )
}

function Report({ report, days, range, step }: { report: OwnSalesReport; days: SalesRange; range: Chosen; step: SalesStep }) {
  const { totals, totalsBefore, today, timeZone } = report
  const compared = comparedDays(report.range, today)
  const top = useQuery(rpc.sales.ownTop.queryOptions({ input: { ...days, limit: topShown }, placeholderData: keepPreviousData }))
  return (
    <div className="stack gap-12">
      <div className={`${css.cut} boxed`}>
        <Figures
          names={names}
          now={totals}
          before={totalsBefore}
          rows={(name) => toOwnRows(name as OwnRowsName, range)}
          unrated={isOnly(report.range, today)}
        />
      </div>
      <p className="aside">
        {t(compared.soFar ? 'sales.own.comparedSoFar' : 'sales.own.compared', { before: daySpan(compared.from, compared.to), timeZone })}
      </p>
      <SalesChart report={report} step={step} rows={toOwnRows} size="low" />
      {top.isLoading && <Skeleton rows={topShown} />}
      {top.data && (
        <section>
          <h3>{t('sales.own.top')}</h3>
          <div className={`${css.cut} boxed below`}>
            <TopTable
              head={t('sales.topName.products')}
              rows={top.data.rows}
              to={(figure, { id }) => toOwnRows(figure, range, { product_id: id })}
              own
            />
          </div>
        </section>
      )}
    </div>
  )
}
