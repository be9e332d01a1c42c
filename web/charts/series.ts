import type { ReactNode } from 'react'

/**
 * How values are drawn: columns, columns that hang down from zero, a line, or a dotted line in the background. Each can be recognised
 * without its colour.
 */
export type Look = 'column' | 'below' | 'line' | 'dotted'

/** Values that the table shows, by point. */
export type Column = {
  name: string
  values: readonly (number | null)[]
  /** The format of these values, if it is not that of the chart. */
  format?: ((value: number) => string) | undefined
  /** A link in the table to the rows behind a value. */
  link?: ((at: number, text: string) => ReactNode) | undefined
}

export type Series = Column & { look: Look }

/**
 * A place on the horizontal axis: `name` is its full name, `mark` the label below it where there is room. What is not over yet is drawn
 * lighter, and its name says so.
 */
export type Point = { key: string; name: string; mark: string | null; soFar: boolean }

/** A missing value is not shown as zero. */
export const shown = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value)

export type TableProps = {
  /** The head of the points' column. */
  pointsName: string
  points: readonly Point[]
  series: readonly Column[]
}

export type ChartProps = Omit<TableProps, 'series'> & {
  /** The chart's name for screen readers. */
  name: string
  series: readonly Series[]
  /** What the table shows in place of what is drawn: smaller steps, or further columns. */
  table?: TableProps | undefined
  format: (value: number) => string
  /** The short format, for the vertical axis. */
  formatShort: (value: number) => string
  /** Opens the rows behind a point. */
  open?: ((at: number) => void) | undefined
  size?: 'tall' | 'low'
  /** The text shown where everything is zero. */
  empty?: string | undefined
}
