import { createContext, type ReactNode, useContext, useId } from 'react'
import css from '#web/ui/Field.module.css'

export type FieldProps = {
  label: string
  /** The error as a sentence; it is shown beside the field and read out with it. In a form, the field knows it by its name. */
  error?: string | undefined
  hint?: ReactNode
  /** The label is for screen readers only, where the place shows what the control is. */
  quiet?: boolean | undefined
  /** Marks the field as required. */
  mark?: boolean | undefined
}

/** The problem of each field of the form around, by name; a field shows its own. */
export const FieldProblems = createContext<{ readonly [name: string]: string | undefined }>({})

/** The problem of a field of this name in the form around. */
export function useFieldProblem(name: string | undefined): string | undefined {
  const problems = useContext(FieldProblems)
  return name === undefined ? undefined : problems[name]
}

type Draw = (ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }) => ReactNode

/** Label, hint and error around any control. */
export function Labelled({ label, name, error: given, hint, quiet, mark, draw }: FieldProps & { name?: string | undefined; draw: Draw }) {
  const id = useId()
  const problem = useFieldProblem(name)
  const error = given ?? problem
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={css.field}>
      <label className={quiet ? 'visually-hidden' : css.label} htmlFor={id}>
        {label}
        {mark && (
          <span className="bad" aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      {draw({ id, 'aria-describedby': about, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <div className={`${css.hint} if-filled`} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
