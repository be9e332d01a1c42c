import type { InputHTMLAttributes } from 'react'
import css from '#web/ui/Field.module.css'
import { type FieldProps, Labelled } from '#web/ui/Labelled.tsx'

type InputProps = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & {
    /** A sign before the text inside the field, such as that of the currency; it describes the field to screen readers, too. */
    sign?: string
  }

export function Field({ label, error, hint, quiet, mark, sign, ...given }: InputProps) {
  // Free text runs in the direction of its language.
  const input = given.type || given.inputMode ? given : { dir: 'auto', ...given }
  return (
    <Labelled
      {...{ label, error, hint, quiet, mark }}
      name={input.name}
      draw={(ids) => {
        const className = `${css.input} full input`
        if (sign === undefined) return <input {...input} {...ids} className={className} />
        return (
          <span className="holds block">
            <span id={`${ids.id}-sign`} className={`${css.sign} muted`} aria-hidden>
              {sign}
            </span>
            <input
              {...input}
              {...ids}
              aria-describedby={[`${ids.id}-sign`, ids['aria-describedby']].filter(Boolean).join(' ')}
              className={className}
              style={{ paddingInlineStart: `calc(20px + ${sign.length}ch)` }}
            />
          </span>
        )
      }}
    />
  )
}
