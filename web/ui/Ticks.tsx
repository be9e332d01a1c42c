import type { ReactNode } from 'react'
import { useFieldProblem } from '#web/ui/Labelled.tsx'
import css from '#web/ui/Ticks.module.css'

type Props<Value extends string> = {
  legend: string
  /** The name of the field in its form. */
  name?: string
  options: readonly { value: Value; label: ReactNode }[]
  chosen: readonly Value[]
  /** Always in the order of the options, not in the order of the clicks. */
  onChange: (chosen: Value[]) => void
  /** Further controls that help to choose. */
  children?: ReactNode
}

/** Checkboxes: any of a few options, all visible. */
export function Ticks<Value extends string>({ legend, name, options, chosen, onChange, children }: Props<Value>) {
  const problem = useFieldProblem(name)
  const ticked = new Set(chosen)
  const tick = (value: Value, on: boolean) =>
    onChange(options.map((option) => option.value).filter((one) => (one === value ? on : ticked.has(one))))
  return (
    <fieldset className="stack bare gap-4">
      <legend className="ink legend">{legend}</legend>
      {children}
      {options.map(({ value, label }) => (
        <label key={value} className={css.tick}>
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={ticked.has(value)}
            onChange={({ target }) => tick(value, target.checked)}
          />
          <span>{label}</span>
        </label>
      ))}
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
