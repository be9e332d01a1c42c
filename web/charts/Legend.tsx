import css from '#web/charts/Chart.module.css'
import type { Look, Series } from '#web/charts/series.ts'

/** The name and look of each series. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={`${css.legend} row aside list`}>
      {series.map(({ name, look }) => (
        <li key={name}>
          <Swatch look={look} />
          {name}
        </li>
      ))}
    </ul>
  )
}

/** A small sample in the shape and colour of the series. */
export function Swatch({ look }: { look: Look }) {
  return (
    <svg className={css.swatch} viewBox="0 0 16 12" aria-hidden>
      {look === 'column' && <path className={css.column} d="M3 12V5H7V12ZM9 12V1H13V12Z" />}
      {look === 'below' && <path className={css.below} d="M3 1V8H7V1ZM9 1V11H13V1Z" />}
      {look === 'line' && <path className={css.line} d="M1 9L6 4L10 7L15 2" />}
      {look === 'dotted' && <path className={css.dotted} d="M1 6H15" />}
    </svg>
  )
}
