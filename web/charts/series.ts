import type { ReactNode } from 'react'

/** How values are drawn: columns, columns that hang down from zero, a line, or a dotted line in the background. Each is known without its colour. */
export type Look = 'column' | 'below' | 'line' | 'dotted'

export type Series = {
  name: string
  look: Look
  values: readonly (number | null)[]
  /** What a value consists of, as a link for the table. */
  link?: ((at: number, text: string) => ReactNode) | undefined
}

/** One place on the horizontal axis: `name` says it in full, `mark` stands below it where there is room. */
export type Point = { key: string; name: string; mark: string | null }

/** What is missing is not zero. */
export const shown = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value)

export type ChartProps = {
  /** What is shown, for those who do not see it. */
  name: string
  /** What the points are, as the head of their column in the table. */
  pointsName: string
  points: readonly Point[]
  series: readonly Series[]
  format: (value: number) => string
  /** The same in short, for the vertical axis. */
  formatShort: (value: number) => string
  /** Opens what a point stands for. */
  open?: ((at: number) => void) | undefined
  size?: 'tall' | 'low'
  /** What is said where everything is zero. */
  empty?: string | undefined
}
