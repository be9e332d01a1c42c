import type { ComponentProps, ReactNode } from 'react'
import css from '#web/ui/BoxedInput.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  type: 'radio' | 'checkbox'
  /** What is less important than the words that name it. */
  aside?: ReactNode
}

/** Something to choose or to tick, as a box that is pressed anywhere. */
export function BoxedInput({ children, aside, ...input }: Props) {
  return (
    <label className={css.box}>
      <input {...input} />
      <span>
        {children}
        {aside && <span className={css.aside}>{aside}</span>}
      </span>
    </label>
  )
}
