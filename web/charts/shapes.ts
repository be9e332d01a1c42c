/**
 * The drawing as SVG paths, in a box as wide as the number of points and 100 high. The box is stretched to the available space, so a change
 * of size needs no measuring or redrawing, not even on paper.
 */
export type Box = { top: number; bottom: number }

/** The height of a value, from 0 (top) to 100. */
export const heightOf = ({ top, bottom }: Box, value: number): number => ((top - value) / (top - bottom || 1)) * 100

/** The gap left and right of each column, as a share of its place; very many columns have none, or they would flicker. */
const gapOf = (count: number) => (count > 120 ? 0 : 0.16)
/** Values other than zero stay visible. */
const leastHeight = 0.7

/** A column for each value other than zero. */
export function columns(box: Box, values: readonly (number | null)[]): string {
  const zero = heightOf(box, 0)
  const gap = gapOf(values.length)
  return values
    .map((value, at) => {
      if (!value) return ''
      const end = value > 0 ? Math.min(heightOf(box, value), zero - leastHeight) : Math.max(heightOf(box, value), zero + leastHeight)
      return `M${at + gap} ${short(zero)}V${short(end)}H${at + 1 - gap}V${short(zero)}Z`
    })
    .join('')
}

/** A line through all values, interrupted where one is missing. */
export function line(box: Box, values: readonly (number | null)[]): string {
  return values
    .map((value, at) => {
      if (value === null) return ''
      return `${at === 0 || values[at - 1] === null ? 'M' : 'L'}${at + 0.5} ${short(heightOf(box, value))}`
    })
    .join('')
}

/** A dot at each value: a stroke of no length with round ends. */
export function dots(box: Box, values: readonly (number | null)[]): string {
  return values.map((value, at) => (value === null ? '' : `M${at + 0.5} ${short(heightOf(box, value))}h0`)).join('')
}

const short = (number: number) => Math.round(number * 100) / 100

/**
 * Round numbers for the vertical axis, always with zero. The last one is above the highest value; a little less than a step below zero gets
 * no number of its own, or small refunds would take a third of the space.
 */
export function ticksFor(values: readonly number[]): number[] {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  if (low === high) return [0]
  const step = roundStep((high - low) / 4)
  const first = Math.ceil(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** The next of 1, 2, 5, 10, 20 … that is not smaller; counts and minor units have no halves. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5].find((one) => one * power >= rough) ?? 10
  return Math.max(1, factor * power)
}
