import type { Chosen } from '#domain/day-presets.ts'
import { stepsFor } from '#domain/sales-ranges.ts'
import type { SalesRange, SalesStep } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { namedDays } from '#web/platform/queries/day-filter.tsx'
import { choiceOf, Filters } from '#web/platform/queries/Filters.tsx'
import { useToday } from '#web/platform/session/use-today.ts'
import { readDays } from '#web/sales/sales-search.ts'
import { DateRange } from '#web/ui/DateRange.tsx'

type Props = {
  days: SalesRange
  change: (to: Chosen) => void
  /** The step of the figures, where they are divided into steps. */
  step?: { value: SalesStep; choose: (step: SalesStep) => void }
}

/** The choice of days, by a name or by dates, and of the step. */
export function SalesToolbar({ days, change, step }: Props) {
  const today = useToday()
  const named = namedDays(today)
  const steps = stepsFor(days).map((value) => ({ value, label: t(`sales.by.${value}`) }))
  return (
    <Filters
      lead={
        <DateRange
          label={t('sales.range')}
          {...{ days, named, today }}
          change={({ from, to }, by) => {
            // Named days stay relative to the current day. Dates without an end are one day.
            const preset = named.find((range) => range === by)?.preset
            if (preset ?? from ?? to) change(preset ? { range: preset } : readDays({ from: from ?? to, to: to ?? from }))
          }}
        />
      }
      choices={
        step
          ? [
              choiceOf({
                label: t('sales.step'),
                value: step.value,
                options: steps,
                choose: (value) => step.choose(value ?? step.value),
              }),
            ]
          : []
      }
    />
  )
}
