import { useId } from 'react'
import css from '#web/charts/Chart.module.css'
import { ChartTable } from '#web/charts/ChartTable.tsx'
import { Legend } from '#web/charts/Legend.tsx'
import { Plot } from '#web/charts/Plot.tsx'
import type { ChartProps } from '#web/charts/series.ts'
import { ticksFor } from '#web/charts/shapes.ts'
import { t } from '#web/platform/i18n/messages.ts'

/**
 * Values over time, as columns and lines. They can also be read as a table, and with the arrow keys, which makes screen readers announce
 * each point. Written here because a chart library weighs as much as the rest of the first screen (docs/decisions/0026).
 */
export function Chart(props: ChartProps) {
  const { points, series, size = 'tall', empty } = props
  const hint = useId()
  const drawn = drawnValues(props)
  const nothing = series.every(({ values }) => values.every((value) => !value))
  return (
    <figure className={`${css.chart} stack gap-12 sized unbroken`} data-size={size}>
      {series.length > 1 && <Legend series={series} />}
      <div className={css.drawing}>
        <Plot {...props} ticks={ticksFor(drawn)} lowest={Math.min(0, ...drawn)} hint={hint} />
        {nothing && empty && <p className={`${css.nothing} middle muted`}>{empty}</p>}
      </div>
      <p id={hint} hidden>
        {t(props.open ? 'sales.chart.hintOpen' : 'sales.chart.hint')}
      </p>
      {points.length > 0 && <ChartTable {...props} />}
    </figure>
  )
}

const drawnValues = ({ series }: ChartProps): number[] =>
  series.flatMap(({ look, values }) => values.map((value) => (look === 'below' ? -(value ?? 0) : (value ?? 0))))
