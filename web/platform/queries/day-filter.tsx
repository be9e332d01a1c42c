import type { ReactNode } from 'react'
import { type Chosen, daysOf, type Preset, presets, withDays } from '#domain/day-presets.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { ActiveFilter } from '#web/platform/queries/Filters.tsx'
import { DateRange, type NamedDays, spanOf } from '#web/ui/DateRange.tsx'

/** The ranges that have names, as they are today. */
export const namedDays = (today: string): (NamedDays & { preset: Preset })[] =>
  presets.map((preset) => ({ ...daysOf({ range: preset }, today), label: t(`common.ranges.${preset}`), preset }))

type Props = { label: string; chosen: Chosen; today: string; change: (to: Chosen) => void }

/** The filter of a list by days: its control, and the filter if it is on. A range chosen by its name stays relative to the current day. */
export function dayFilter({ label, chosen, today, change }: Props): { control: ReactNode; active: ActiveFilter | false } {
  const named = namedDays(today)
  const by = chosen.from || chosen.to ? undefined : named.find(({ preset }) => preset === chosen.range)
  const days = withDays(chosen, today)
  const name = by?.label ?? spanOf(days)
  const none = { range: undefined, from: undefined, to: undefined }
  return {
    active: name !== undefined && { label, name, clear: () => change(none) },
    control: (
      <DateRange
        {...{ label, days, named, today }}
        chosen={by}
        all={t('common.anyDay')}
        change={(to, picked) => change({ ...none, ...(picked ? { range: named.find((one) => one === picked)?.preset } : to) })}
      />
    ),
  }
}
