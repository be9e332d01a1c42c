import { Children, type ReactNode } from 'react'
import css from '#web/platform/Dotted.module.css'

/** Parts in a line with a dot between them. A part that has no room goes to the next line whole, and no dot begins or ends a line. */
export function Dotted({ children }: { children: ReactNode }) {
  return (
    <span className={css.parts}>
      {Children.toArray(children)
        .filter((part) => part !== '')
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
          <span key={at}>
            {at > 0 && <span className={css.dot}> · </span>}
            {part}
          </span>
        ))}
    </span>
  )
}
