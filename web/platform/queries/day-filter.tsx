import type { ReactNode } from 'react'
import { daysOf, type Preset, presets } from '#domain/day-presets.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { ActiveFilter } from '#web/platform/queries/Filters.tsx'
import { DateRange, type Days, type NamedDays, spanOf } from '#web/ui/DateRange.tsx'

/** The ranges that have names, as they are today. */
export const namedDays = (today: string): (NamedDays & { preset: Preset })[] =>
  presets.map((preset) => ({ ...daysOf({ range: preset }, today), label: t(`common.ranges.${preset}`), preset }))

type Props = { label: string; days: Days; today: string; change: (to: Days) => void }

/** The filter of a list by days: its control, and the filter if it is on. */
export function dayFilter({ label, days, today, change }: Props): { control: ReactNode; active: ActiveFilter | false } {
  const name = spanOf(days)
  return {
    active: name !== undefined && { label, name, clear: () => change({ from: undefined, to: undefined }) },
    control: <DateRange {...{ label, days, today, change }} named={namedDays(today)} all={t('common.anyDay')} />,
  }
}
