import type { ComponentProps, ReactNode } from 'react'
import css from '#web/ui/BoxedInput.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  type: 'radio' | 'checkbox'
  /** Shown weaker than the label. */
  aside?: ReactNode
}

/** A radio button or checkbox in a box that can be clicked anywhere. */
export function BoxedInput({ children, aside, ...input }: Props) {
  return (
    <label className={`${css.box} boxed breaks ring tints`}>
      <input {...input} />
      <span>
        {children}
        {aside && <span className="block aside">{aside}</span>}
      </span>
    </label>
  )
}
