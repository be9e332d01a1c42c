import type { SalesRange, SalesStep } from '#domain/sales-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { stepsOffered } from '#web/sales/step-for.ts'
import { Select } from '#web/ui/Select.tsx'

type Props = { days: SalesRange; step: SalesStep; choose: (step: SalesStep) => void }

/** How fine a range is told. */
export function StepSelect({ days, step, choose }: Props) {
  const steps = stepsOffered(days)
  const options = steps.map((value) => ({ value, label: t(`sales.steps.${value}`) }))
  return (
    <Select
      label={t('sales.step')}
      options={options}
      value={step}
      onChange={({ target }) => choose(steps.find((one) => one === target.value) ?? step)}
    />
  )
}
