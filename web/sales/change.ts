import type { SalesFigureName } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { type FigureName, shownPercent } from '#web/sales/figures.ts'

type About = {
  kind: 'money' | 'count' | 'rate'
  /** The direction that is good for the marketplace. */
  good: 'up' | 'down' | null
}

export const aboutFigure: Record<FigureName | SalesFigureName, About> = {
  gross: { kind: 'money', good: 'up' },
  refunds: { kind: 'money', good: 'down' },
  net: { kind: 'money', good: 'up' },
  refundRate: { kind: 'rate', good: 'down' },
  orders: { kind: 'count', good: 'up' },
  units: { kind: 'count', good: 'up' },
  averageOrderValue: { kind: 'money', good: 'up' },
  cancellationRate: { kind: 'rate', good: 'down' },
  shipping: { kind: 'money', good: null },
  tax: { kind: 'money', good: null },
  linesPlaced: { kind: 'count', good: 'up' },
  linesCancelled: { kind: 'count', good: 'down' },
}

export type Change = { way: 'up' | 'down' | 'same' | 'unknown'; mood: 'good' | 'bad' | 'plain'; text: string }

/** How a figure differs from the range before, in words; colour only repeats them. */
export function changeOf(name: FigureName, now: number, before: number | null | undefined, shown: (value: number) => string): Change {
  if (before === null || before === undefined) return { way: 'unknown', mood: 'plain', text: t('sales.change.unknown') }
  const { good, kind } = aboutFigure[name]
  // The difference of what is shown: 4.5% is not 0.1 points below 4.5%.
  const tenths = kind === 'rate' ? Math.abs(tenthsOf(now) - tenthsOf(before)) : null
  if (now === before || tenths === 0) return { way: 'same', mood: 'plain', text: t('sales.change.same') }
  const way = now > before ? 'up' : 'down'
  const mood = good === null ? 'plain' : good === way ? 'good' : 'bad'
  const from = shown(before)
  if (tenths !== null) return { way, mood, text: t(`sales.change.${way}Points`, { count: tenths / 10, from }) }
  // From zero or less, a percentage would mean nothing.
  if (before <= 0) return { way, mood, text: t(`sales.change.${way}From`, { from }) }
  return { way, mood, text: t(`sales.change.${way}`, { by: shownPercent(Math.abs(now - before) / before), from }) }
}

/** A share in tenths of a percentage point, as it is shown. */
const tenthsOf = (share: number) => Math.round(share * 1_000)
