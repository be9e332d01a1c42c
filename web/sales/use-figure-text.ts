import { useMoney } from '#web/platform/session/use-money.ts'
import { aboutFigure } from '#web/sales/change.ts'
import { shownPercent } from '#web/sales/figures.ts'
import { shownNumber } from '#web/ui/shown-count.ts'

/** Formats a figure. */
export function useFigureText(): (name: keyof typeof aboutFigure, value: number) => string {
  const money = useMoney()
  return (name, value) => {
    const { kind } = aboutFigure[name]
    if (kind === 'money') return money(value)
    return kind === 'rate' ? shownPercent(value) : shownNumber(value)
  }
}
