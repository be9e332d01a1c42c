import { Link, useNavigate } from '@tanstack/react-router'
import type { OwnSalesReport, SalesReport } from '#contract/sales.ts'
import { decimalsOf } from '#domain/money.ts'
import type { SalesRange, SalesStep } from '#domain/sales-rules.ts'
import { Chart } from '#web/charts/Chart.tsx'
import type { Column, Look, Series } from '#web/charts/series.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { type FigureName, type Figures, shownValueOf } from '#web/sales/figures.ts'
import { pointsOf } from '#web/sales/points.ts'
import type { ToRows } from '#web/sales/rows-of.ts'
import { useFigureText } from '#web/sales/use-figure-text.ts'

type Props = {
  report: SalesReport | OwnSalesReport
  step: SalesStep
  /** The link to the rows of a figure. */
  rows: ToRows
  size?: 'tall' | 'low'
}

/**
 * Gross sales with those of the range before and, for admins, refunds and net. The table has orders, units and ratios, too. A point links to
 * the rows of its gross sales; in the table, each figure links to its own.
 */
export function SalesChart({ report, step, rows, size = 'tall' }: Props) {
  const navigate = useNavigate()
  const money = useMoney()
  const formatShort = useShortMoney()
  const text = useFigureText()
  const points = { pointsName: t(`sales.steps.${step}`), points: pointsOf(report.steps, step, report.today) }
  const series = seriesOf(report, rows)
  const others = inTable.map((name) => ({
    ...columnOf(t(`sales.figures.${name}`), name, report.steps, rows),
    format: (value: number) => text(name, value),
  }))
  return (
    <Chart
      name={t(`sales.chart.title.${step}`)}
      {...points}
      series={series}
      table={{ ...points, series: [...series, ...others] }}
      format={money}
      formatShort={formatShort}
      open={(at) => void navigate(rows('gross', daysOf(report.steps[at] ?? report.range)))}
      size={size}
      empty={t('sales.chart.empty')}
    />
  )
}

const daysOf = ({ from, to }: SalesRange): SalesRange => ({ from, to })

/** The figures that are not drawn. */
const inTable = ['orders', 'units', 'averageOrderValue', 'cancellationRate'] as const

type Step = SalesRange & Figures
const columnOf = (name: string, figure: FigureName, of: readonly Step[], rows: ToRows): Column => ({
  name,
  values: of.map((step) => shownValueOf(figure, step)),
  link: (at, text) => of[at] && <Link {...rows(figure, daysOf(of[at]))}>{text}</Link>,
})

function seriesOf({ steps, stepsBefore }: Props['report'], rows: ToRows): Series[] {
  const series = (name: string, look: Look, figure: 'gross' | 'refunds' | 'net', of: readonly Step[]): Series => ({
    ...columnOf(name, figure, of, rows),
    look,
  })
  const gross = series(t('sales.figures.gross'), 'column', 'gross', steps)
  const before = series(t('sales.chart.before'), 'dotted', 'gross', stepsBefore)
  const refunds = series(t('sales.figures.refunds'), 'below', 'refunds', steps)
  const net = series(t('sales.figures.net'), 'line', 'net', steps)
  return net.values.every((value) => value === null) ? [gross, before] : [gross, refunds, net, before]
}

/** Short money for an axis: "€1.2K". */
function useShortMoney(): (minor: number) => string {
  const { currency } = useMarketplace()
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 2,
    minimumFractionDigits: 0,
  })
  return (minor) => format.format(minor / 10 ** decimalsOf(currency))
}
