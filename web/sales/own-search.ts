import { type Chosen, defaultPreset, presetChoices } from '#domain/day-presets.ts'
import { dayParam } from '#web/platform/search-params.ts'

const isPreset = (text: string): text is keyof typeof presetChoices => Object.hasOwn(presetChoices, text)

/** Parses the range of a seller's own figures from one word of the address: `last30`, or two days such as `2026-01-01..2026-01-31`. */
export function readOwnSales(text: string | undefined): Chosen {
  if (text === undefined) return {}
  if (isPreset(text)) return { range: text }
  const [from, to] = text.split('..').map(dayParam)
  return from && to ? { from, to } : {}
}

/** Formats what `readOwnSales` parses. */
export const writeOwnSales = ({ range = defaultPreset, from, to }: Chosen): string => (from && to ? `${from}..${to}` : range)
