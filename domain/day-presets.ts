import { addDays, type SalesRange } from '#domain/sales-rules.ts'

const firstOf = (day: string) => `${day.slice(0, 7)}-01`
const lastDays = (count: number) => (today: string) => ({ from: addDays(today, 1 - count), to: today })

/** Ranges relative to today. */
const ranges = {
  today: lastDays(1),
  yesterday: (today: string) => ({ from: addDays(today, -1), to: addDays(today, -1) }),
  last7: lastDays(7),
  last30: lastDays(30),
  last90: lastDays(90),
  thisMonth: (today: string) => ({ from: firstOf(today), to: today }),
  lastMonth: (today: string) => {
    const to = addDays(firstOf(today), -1)
    return { from: firstOf(to), to }
  },
  thisYear: (today: string) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  last365: lastDays(365),
} satisfies Record<string, (today: string) => SalesRange>

export type Preset = keyof typeof ranges
export const presets = Object.keys(ranges) as Preset[]
/** The range if the address names none. */
export const defaultPreset: Preset = 'last30'

export type Chosen = { range?: Preset | undefined; from?: string | undefined; to?: string | undefined }

/** The requested days: explicit ones, or those of a preset. */
export function daysOf({ range = defaultPreset, from, to }: Chosen, today: string): SalesRange {
  return from && to ? { from, to } : ranges[range](today)
}

/** The state of a list with its named range replaced by days. Explicit days, of which one may be missing, come first. */
export function withDays<State extends object>({ range, from, to, ...state }: State & Chosen, today: string) {
  return { ...state, ...(range && !from && !to ? daysOf({ range }, today) : { from, to }) }
}
