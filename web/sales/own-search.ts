import { type Chosen, defaultPreset, presets } from '#domain/day-presets.ts'
import { choiceParam, dayParam } from '#web/platform/search-params.ts'

const presetParam = choiceParam(presets)

/** Parses the range of a seller's own figures from one word of the address: `last30`, or two days such as `2026-01-01..2026-01-31`. */
export function readOwnSales(text: string | undefined): Chosen {
  const range = presetParam(text)
  if (range) return { range }
  const [from, to] = text?.split('..').map(dayParam) ?? []
  return from && to ? { from, to } : {}
}

/** Formats what `readOwnSales` parses. */
export const writeOwnSales = ({ range = defaultPreset, from, to }: Chosen): string => (from && to ? `${from}..${to}` : range)
