import type { ReactNode } from 'react'
import css from '#web/ui/Note.module.css'
import tones from '#web/ui/tones.module.css'

type Props = { tone?: 'info' | 'bad' | 'warn'; children: ReactNode; action?: ReactNode }

const looks = { info: css.info, warn: tones.amber, bad: tones.red }

/** A sentence about the whole form or page. Screen readers announce a bad one at once. */
export function Note({ tone = 'info', children, action }: Props) {
  return (
    <div className={`${css.note} ${looks[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
      <div className={`${css.text} prose`}>{children}</div>
      {action}
    </div>
  )
}
