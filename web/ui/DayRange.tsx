import { t } from '#web/platform/i18n/messages.ts'
import { Field } from '#web/ui/Field.tsx'

type Range = { from?: string | undefined; to?: string | undefined }

/** Two days, both included, such as 2026-01-31; neither can be chosen beyond the other. */
export function DayRange({ range, change }: { range: Range; change: (to: Range) => void }) {
  const day = (name: 'from' | 'to') => ({
    label: t(`common.${name}`),
    type: 'date',
    value: range[name] ?? '',
    min: name === 'to' ? range.from : undefined,
    max: name === 'from' ? range.to : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  })
  return (
    <>
      <Field {...day('from')} />
      <Field {...day('to')} />
    </>
  )
}
