import type { ReactNode } from 'react'
import { BoxedInput } from '#web/ui/BoxedInput.tsx'
import css from '#web/ui/Choice.module.css'

type Props<Value extends string> = {
  legend: string
  name: string
  value: Value
  options: readonly { value: Value; label: string; text?: ReactNode }[]
  onChoose: (value: Value) => void
}

/** Radio buttons: one of a few options, all visible. */
export function Choice<Value extends string>({ legend, name, value, options, onChoose }: Props<Value>) {
  return (
    <fieldset className="bare">
      <legend className="legend">{legend}</legend>
      <div className={`${css.options} row`}>
        {options.map((option) => (
          <BoxedInput
            key={option.value}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            aside={option.text}
          >
            <span className="strong">{option.label}</span>
          </BoxedInput>
        ))}
      </div>
    </fieldset>
  )
}
