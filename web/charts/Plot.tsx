import css from '#web/charts/Chart.module.css'
import { Swatch } from '#web/charts/Legend.tsx'
import { type ChartProps, type Look, type Point, type Series, shown } from '#web/charts/series.ts'
import { type Box, columns, dots, heightOf, line } from '#web/charts/shapes.ts'
import { useCursor } from '#web/charts/use-cursor.ts'

/** Up to this many points, each is marked on a line. */
const dotsMax = 12

const order: Record<Look, number> = { column: 0, below: 1, dotted: 2, line: 3 }
/** Columns are drawn first, so that none hides a line. */
const backToFront = (series: readonly Series[]) => series.toSorted((one, other) => order[one.look] - order[other.look])

type Props = ChartProps & { ticks: number[]; lowest: number; hint: string }

/** The drawing with its axes. It is operated like a slider whose value is the selected point. */
export function Plot({ ticks, lowest, hint, ...chart }: Props) {
  const { name, points, series, format, formatShort, open } = chart
  const bottom = Math.min(ticks[0] ?? 0, lowest)
  const top = ticks.at(-1) ?? 0
  // If all values are zero, zero is at the bottom.
  const box = { bottom, top: top === bottom ? bottom + 1 : top }
  const cursor = useCursor(points.length, open)
  const ended = points.filter(({ soFar }) => !soFar).length
  const point = points[cursor.at]
  const valueText = point && [point.name, ...series.map((one) => `${one.name} ${shown(one.values[cursor.at], format)}`)].join(', ')
  const labels = ticks.map((tick) => ({ tick, text: formatShort(tick), top: heightOf(box, tick) }))
  return (
    <>
      <div className="tiny holds tabular" aria-hidden>
        <span className={css.widest}>{labels.reduce((widest, { text }) => (text.length > widest.length ? text : widest), '')}</span>
        {labels.map(({ tick, text, top }) => (
          <span key={tick} className={css.value} style={{ top: `${top}%` }}>
            {text}
          </span>
        ))}
      </div>
      <div
        className={open === undefined ? css.plot : `${css.plot} clicks`}
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-describedby={hint}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, points.length)}
        aria-valuenow={cursor.at + 1}
        aria-valuetext={valueText}
        {...cursor.bind}
      >
        <svg className={css.svg} viewBox={`0 0 ${Math.max(1, points.length)} 100`} preserveAspectRatio="none" aria-hidden>
          {labels.map(({ tick, top }) => (
            <path key={tick} className={tick === 0 ? css.zero : css.grid} d={`M0 ${top}H${points.length}`} />
          ))}
          {backToFront(series).map((one) => (
            <Drawn key={one.name} series={one} box={box} ended={ended} />
          ))}
        </svg>
        {cursor.shown && point && <Cursor at={cursor.at} point={point} box={box} {...{ series, format }} of={points.length} />}
      </div>
      <Marks points={points} />
    </>
  )
}

/** What is not over yet, after the first `ended` points, is lighter and dashed. */
function Drawn({ series: { look, values }, box, ended }: { series: Series; box: Box; ended: number }) {
  const between = (from: number, to: number) => values.map((value, at) => (at < from || at >= to ? null : value))
  if (look === 'column' || look === 'below') {
    const drawn = (from: number, to: number) =>
      columns(
        box,
        between(from, to).map((value) => (value !== null && look === 'below' ? -value : value)),
      )
    return (
      <>
        <path className={css[look]} d={drawn(0, ended)} />
        <path className={`${css[look]} ${css.soFar}`} d={drawn(ended, values.length)} />
      </>
    )
  }
  // The range before is over.
  const solid = look === 'line' ? ended : values.length
  return (
    <>
      {look === 'line' && <path className={css.halo} d={line(box, values)} />}
      <path className={css[look]} d={line(box, between(0, solid))} />
      {solid < values.length && <path className={`${css[look]} ${css.soFar}`} d={line(box, between(solid - 1, values.length))} />}
      {values.length <= dotsMax && <path className={look === 'line' ? css.dots : css.faintDots} d={dots(box, values)} />}
    </>
  )
}

/** The labels below the drawing. */
function Marks({ points }: { points: ChartProps['points'] }) {
  return (
    <div className={`${css.marks} tiny`} aria-hidden>
      {points.map(({ key, mark }, at) => {
        if (mark === null) return null
        return (
          <span key={key} style={{ left: `${((at + 0.5) / points.length) * 100}%` }}>
            {mark}
          </span>
        )
      })}
    </div>
  )
}

type CursorProps = Pick<ChartProps, 'series' | 'format'> & { at: number; of: number; point: Point; box: Box }

/** The selected point: a line through it, and its values beside it. Screen readers announce them as the value of the slider. */
function Cursor({ at, of, point, box, series, format }: CursorProps) {
  const left = ((at + 0.5) / of) * 100
  const lines = series.filter(({ look, values }) => look === 'line' && typeof values[at] === 'number')
  return (
    <div className={`${css.cursor} not-printed`} aria-hidden>
      <span className={css.place} style={{ left: `${(at / of) * 100}%`, width: `${100 / of}%` }} />
      {lines.map(({ name, values }) => (
        <span key={name} className={css.dot} style={{ left: `${left}%`, top: `${heightOf(box, values[at] ?? 0)}%` }} />
      ))}
      <div className={`${css.card} stack gap-2 raised boxed small`} data-side={left > 50 ? 'left' : 'right'} style={{ left: `${left}%` }}>
        <p className="bold nowrap">{point.name}</p>
        {series.map((one) => (
          <p key={one.name} className={css.row}>
            <Swatch look={one.look} />
            <span>{one.name}</span>
            <strong className="ink bold tabular">{shown(one.values[at], format)}</strong>
          </p>
        ))}
      </div>
    </div>
  )
}
