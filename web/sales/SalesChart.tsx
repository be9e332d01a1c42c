import { Link, useNavigate } from '@tanstack/react-router'
import type { OwnSalesReport, SalesReport } from '#contract/sales.ts'
import { decimalsOf } from '#domain/money.ts'
import type { SalesRange, SalesStep } from '#domain/sales-rules.ts'
import { useMarketplace } from '#web/app/use-me.ts'
import { Chart } from '#web/charts/Chart.tsx'
import type { Series } from '#web/charts/series.ts'
import { t } from '#web/messages/messages.ts'
import { useMoney } from '#web/products/use-money.ts'
import { pointsOf } from '#web/sales/points.ts'

type Props = { report: SalesReport | OwnSalesReport; step: SalesStep; size?: 'tall' | 'low' }

/** Gross sales with those of the range before, and for admins refunds and net; a point opens what its gross sales consist of. */
export function SalesChart({ report, step, size = 'tall' }: Props) {
  const navigate = useNavigate()
  const money = useMoney()
  const formatShort = useShortMoney()
  const whole = 'refunds' in report.totals
  const rowsAt = (at: number) => {
    const { from, to } = report.steps[at] ?? report.range
    return { to: '/admin/sales', search: { rows: 'gross', from, to } } as const
  }
  return (
    <Chart
      name={t(`sales.chart.title.${step}`)}
      pointsName={t(`sales.steps.${step}`)}
      points={pointsOf(report.steps, step)}
      series={seriesOf(report)}
      format={money}
      formatShort={formatShort}
      open={whole ? (at) => void navigate(rowsAt(at)) : undefined}
      link={whole ? (at, text) => <Link {...rowsAt(at)}>{text}</Link> : undefined}
      size={size}
      empty={t('sales.chart.empty')}
    />
  )
}

function seriesOf({ steps, stepsBefore }: Props['report']): Series[] {
  const valuesOf = (name: 'refunds' | 'net') => steps.map((step: SalesRange & { refunds?: number; net?: number }) => step[name] ?? null)
  const gross: Series = { name: t('sales.figures.gross'), look: 'column', values: steps.map((step) => step.gross) }
  const before: Series = {
    name: t('sales.chart.before'),
    look: 'dotted',
    values: steps.map((_, at) => stepsBefore[at]?.gross ?? null),
  }
  const [refunds, net] = [valuesOf('refunds'), valuesOf('net')]
  if (net.every((value) => value === null)) return [gross, before]
  return [
    gross,
    { name: t('sales.figures.refunds'), look: 'below', values: refunds },
    { name: t('sales.figures.net'), look: 'line', values: net },
    before,
  ]
}

/** Money as an axis has room for it: "€1.2K". */
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
