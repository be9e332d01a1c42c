import type { ReactNode } from 'react'
import css from '#web/ui/Tag.module.css'
import tones from '#web/ui/tones.module.css'

export type Tone = 'grey' | 'blue' | 'green' | 'amber' | 'red'

/** A short word for a status or role. The colour only repeats the word. */
export function Tag({ tone = 'grey', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${css.tag} ${tones[tone]}`}>{children}</span>
}
