import { useState } from 'react'
import css from '#web/charts/Chart.module.css'
import { type ChartProps, type Column, shown, type TableProps } from '#web/charts/series.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** The values as a table, newest first; rendered when a person opens it. */
export function ChartTable({ table, ...chart }: ChartProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className={css.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('sales.chart.table')}</summary>
      {open && <Table {...chart} {...table} />}
    </details>
  )
}

type Props = Pick<ChartProps, 'name' | 'format'> & TableProps

function Table({ name, pointsName, points, series, format }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={`${css.scroll} boxed`} aria-label={t('sales.chart.tableOf', { name })} tabIndex={0}>
      <table className={`${css.table} plain-table small`}>
        <thead>
          <tr>
            <th scope="col">{pointsName}</th>
            {series.map((one) => (
              <th key={one.name} scope="col" className="number">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points
            .map((point, at) => (
              <tr key={point.key}>
                <th scope="row">{point.name}</th>
                {series.map((one) => (
                  <td key={one.name} className="number">
                    {linked(one, at, shown(one.values[at], one.format ?? format))}
                  </td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  )
}

/** Missing values have no link. */
const linked = ({ values, link }: Column, at: number, text: string) => (link && typeof values[at] === 'number' ? link(at, text) : text)
