import type { Random } from '#demo/random.ts'

const channels = (hex: string) => [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16))

/** Mixes two colours: 0 is the first, 1 the second. */
export function mix(one: string, other: string, share: number): string {
  const left = channels(one)
  const right = channels(other)
  return `#${left
    .map((value, at) =>
      Math.round(value + ((right[at] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
export const lighter = (hex: string, share: number) => mix(hex, '#ffffff', share)
/** Towards a warm black, for shadows. */
export const darker = (hex: string, share: number) => mix(hex, '#1d1712', share)

type Stop = readonly [at: number, colour: string, opacity?: number]

/** What a drawing uses: its colour, its random source, and gradients that are defined once in the picture. */
export type Brush = {
  colour: string
  random: Random
  /** A gradient, as a fill. From left to right, or from above. */
  across: (stops: readonly Stop[]) => string
  down: (stops: readonly Stop[]) => string
  glow: (stops: readonly Stop[]) => string
  /** The lit side of a round object; light comes from the left. */
  round: (hex: string) => string
  /** The same for a glossy object. */
  metal: (hex: string) => string
  defs: () => string
}

export function brushOf(colour: string, random: Random): Brush {
  const made: string[] = []
  const gradient = (kind: 'linearGradient' | 'radialGradient', where: string, stops: readonly Stop[]) => {
    const id = `g${made.length}`
    const inside = stops.map(([at, hex, opacity = 1]) => `<stop offset="${at}" stop-color="${hex}" stop-opacity="${opacity}"/>`).join('')
    made.push(`<${kind} id="${id}" ${where}>${inside}</${kind}>`)
    return `url(#${id})`
  }
  const across = (stops: readonly Stop[]) => gradient('linearGradient', 'x1="0" y1="0" x2="1" y2="0"', stops)
  return {
    colour,
    random,
    across,
    down: (stops) => gradient('linearGradient', 'x1="0" y1="0" x2="0" y2="1"', stops),
    glow: (stops) => gradient('radialGradient', '', stops),
    round: (hex) =>
      across([
        [0, darker(hex, 0.14)],
        [0.28, lighter(hex, 0.22)],
        [0.55, hex],
        [1, darker(hex, 0.38)],
      ]),
    metal: (hex) =>
      across([
        [0, darker(hex, 0.35)],
        [0.22, lighter(hex, 0.55)],
        [0.42, hex],
        [0.7, lighter(hex, 0.18)],
        [1, darker(hex, 0.45)],
      ]),
    defs: () => `<defs>${made.join('')}</defs>`,
  }
}

/** An object on the floor: its drawing around x = 600 standing on y = 740, and the width of its shadow. */
type Drawing = { body: string; shadow: number; hangs?: boolean }
export type Shape = (brush: Brush) => Drawing
