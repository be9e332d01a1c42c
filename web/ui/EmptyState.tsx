import type { ReactNode } from 'react'
import css from '#web/ui/EmptyState.module.css'
import type { Icon } from '#web/ui/icons/icon.tsx'

type Props = { icon?: Icon; title: string; text?: ReactNode; action?: ReactNode }

/** Shown in place of an empty list: why it is empty, and what to do next. */
export function EmptyState({ icon: Icon, title, text, action }: Props) {
  return (
    <div className={`${css.empty} column center`}>
      {Icon && (
        <div className={`${css.icon} middle card muted`} aria-hidden>
          <Icon size={22} />
        </div>
      )}
      <p className={css.title}>{title}</p>
      {text && <p className={css.text}>{text}</p>}
      {action && <div className={`${css.action} row`}>{action}</div>}
    </div>
  )
}
