import type { ReactNode } from 'react'
import css from '#web/ui/Note.module.css'

type Props = { tone?: 'info' | 'bad' | 'warn'; children: ReactNode; action?: ReactNode }

/** A sentence that concerns the whole form or page. A bad one is read out at once. */
export function Note({ tone = 'info', children, action }: Props) {
  return (
    <div className={`${css.note} ${css[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
      <div className={css.text}>{children}</div>
      {action}
    </div>
  )
}
