import css from '#web/charts/Chart.module.css'
import { Swatch } from '#web/charts/Legend.tsx'
import { type ChartProps, type Point, shown } from '#web/charts/series.ts'
import { type Box, heightOf } from '#web/charts/shapes.ts'

type Props = Pick<ChartProps, 'series' | 'format'> & { at: number; of: number; point: Point; box: Box }

/** The selected point: a line through it, and its values beside it. Screen readers announce them as the value of the slider. */
export function Cursor({ at, of, point, box, series, format }: Props) {
  const left = ((at + 0.5) / of) * 100
  const lines = series.filter(({ look, values }) => look === 'line' && typeof values[at] === 'number')
  return (
    <div className={`${css.cursor} not-printed`} aria-hidden>
      <span className={css.place} style={{ left: `${(at / of) * 100}%`, width: `${100 / of}%` }} />
      {lines.map(({ name, values }) => (
        <span key={name} className={css.dot} style={{ left: `${left}%`, top: `${heightOf(box, values[at] ?? 0)}%` }} />
      ))}
      <div className={css.card} data-side={left > 50 ? 'left' : 'right'} style={{ left: `${left}%` }}>
        <p className={css.pointName}>{point.name}</p>
        {series.map((one) => (
          <p key={one.name} className={css.row}>
            <Swatch look={one.look} />
            <span>{one.name}</span>
            <strong>{shown(one.values[at], format)}</strong>
          </p>
        ))}
      </div>
    </div>
  )
}
