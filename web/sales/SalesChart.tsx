import { Link, useNavigate } from '@tanstack/react-router'
import type { OwnSalesReport, SalesReport } from '#contract/sales.ts'
import { decimalsOf } from '#domain/money.ts'
import type { SalesRange, SalesStep } from '#domain/sales-rules.ts'
import { Chart } from '#web/charts/Chart.tsx'
import type { Look, Series } from '#web/charts/series.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useMarketplace } from '#web/platform/session/use-me.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { pointsOf } from '#web/sales/points.ts'
import type { ToRows } from '#web/sales/rows-of.ts'

type Props = {
  report: SalesReport | OwnSalesReport
  step: SalesStep
  /** The link to the rows of a figure. */
  rows: ToRows
  size?: 'tall' | 'low'
}

/**
 * Gross sales with those of the range before and, for admins, refunds and net. A point links to the rows of its gross sales; in the table,
 * each figure links to its own.
 */
export function SalesChart({ report, step, rows, size = 'tall' }: Props) {
  const navigate = useNavigate()
  const money = useMoney()
  const formatShort = useShortMoney()
  return (
    <Chart
      name={t(`sales.chart.title.${step}`)}
      pointsName={t(`sales.steps.${step}`)}
      points={pointsOf(report.steps, step)}
      series={seriesOf(report, rows)}
      format={money}
      formatShort={formatShort}
      open={(at) => void navigate(rows('gross', daysOf(report.steps[at] ?? report.range)))}
      size={size}
      empty={t('sales.chart.empty')}
    />
  )
}

const daysOf = ({ from, to }: SalesRange): SalesRange => ({ from, to })

function seriesOf({ steps, stepsBefore }: Props['report'], rows: ToRows): Series[] {
  type Step = SalesRange & { gross: number; refunds?: number; net?: number }
  const series = (name: string, look: Look, figure: 'gross' | 'refunds' | 'net', of: readonly Step[]): Series => ({
    ...{ name, look, values: of.map((step) => step[figure] ?? null) },
    link: (at, text) => of[at] && <Link {...rows(figure, daysOf(of[at]))}>{text}</Link>,
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
