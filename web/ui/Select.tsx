import type { SelectHTMLAttributes } from 'react'
import css from '#web/ui/Field.module.css'
import { type FieldProps, Labelled } from '#web/ui/Labelled.tsx'

type Props = FieldProps & SelectHTMLAttributes<HTMLSelectElement> & { options: readonly { value: string; label: string }[] }

/** The browser's own select. */
export function Select({ label, error, hint, quiet, mark, options, ...select }: Props) {
  const draw = (ids: object) => (
    <select {...select} {...ids} className={`${css.input} full input`}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
  return <Labelled {...{ label, error, hint, quiet, mark }} name={select.name} draw={draw} />
}
