import type { ReactNode } from 'react'

/**
 * How values are drawn: columns, columns that hang down from zero, a line, or a dotted line in the background. Each can be recognised
 * without its colour.
 */
export type Look = 'column' | 'below' | 'line' | 'dotted'

export type Series = {
  name: string
  look: Look
  values: readonly (number | null)[]
  /** A link in the table to the rows behind a value. */
  link?: ((at: number, text: string) => ReactNode) | undefined
}

/** A place on the horizontal axis: `name` is its full name, `mark` the label below it where there is room. */
export type Point = { key: string; name: string; mark: string | null }

/** A missing value is not shown as zero. */
export const shown = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value)

export type ChartProps = {
  /** The chart's name for screen readers. */
  name: string
  /** The head of the points' column in the table. */
  pointsName: string
  points: readonly Point[]
  series: readonly Series[]
  format: (value: number) => string
  /** The short format, for the vertical axis. */
  formatShort: (value: number) => string
  /** Opens the rows behind a point. */
  open?: ((at: number) => void) | undefined
  size?: 'tall' | 'low'
  /** The text shown where everything is zero. */
  empty?: string | undefined
}
