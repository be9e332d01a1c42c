import type { TextareaHTMLAttributes } from 'react'
import css from '#web/ui/Field.module.css'
import { type FieldProps, Labelled } from '#web/ui/Labelled.tsx'

export function TextArea({ label, error, hint, quiet, mark, ...area }: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Labelled
      {...{ label, error, hint, quiet, mark }}
      name={area.name}
      draw={(ids) => <textarea dir="auto" {...area} {...ids} className={`${css.input} full input`} />}
    />
  )
}
