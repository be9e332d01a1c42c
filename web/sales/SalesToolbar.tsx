import { type Chosen, defaultPreset, presets } from '#domain/sales-presets.ts'
import type { SalesRange, SalesStep } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import css from '#web/sales/Sales.module.css'
import { readDays } from '#web/sales/sales-search.ts'
import { stepsOffered } from '#web/sales/step-for.ts'
import { DayRange } from '#web/ui/DayRange.tsx'
import { Select } from '#web/ui/Select.tsx'

type Props = { chosen: Chosen; days: SalesRange; change: (to: Chosen) => void; children?: React.ReactNode }

/** The choice of days: a preset or explicit dates. */
export function SalesToolbar({ chosen, days, change, children }: Props) {
  const own = chosen.from !== undefined
  const options = presets.map((value) => ({ value, label: t(`sales.ranges.${value}`) }))
  return (
    <div className={`${css.tools} row filters not-printed`}>
      <Select
        label={t('sales.range')}
        options={own ? [...options, { value: '', label: t('sales.ownDays') }] : options}
        value={own ? '' : (chosen.range ?? defaultPreset)}
        onChange={({ target }) => change(readDays({ range: target.value }))}
      />
      <DayRange
        range={days}
        // While a year is being typed, the date is briefly invalid.
        change={(to) => (to.from ?? days.from) && (to.to ?? days.to) && change(readDays({ ...days, ...to }))}
      />
      {children}
    </div>
  )
}

type StepSelectProps = { days: SalesRange; step: SalesStep; choose: (step: SalesStep) => void }

/** The choice of the step. */
export function StepSelect({ days, step, choose }: StepSelectProps) {
  const options = stepsOffered(days).map((value) => ({ value, label: t(`sales.steps.${value}`) }))
  return (
    <Select
      label={t('sales.step')}
      value={step}
      options={options}
      onChange={({ target }) => choose(options.find(({ value }) => value === target.value)?.value ?? step)}
    />
  )
}
