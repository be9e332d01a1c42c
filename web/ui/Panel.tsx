import type { ReactNode } from 'react'
import css from '#web/ui/Panel.module.css'

type Props = { title?: ReactNode; actions?: ReactNode; flush?: boolean; children: ReactNode }

/** A bordered part of a page. `flush` lets a table or list reach its edges. */
export function Panel({ title, actions, flush = false, children }: Props) {
  return (
    <section className={css.panel}>
      {(title || actions) && (
        <header className={css.head}>
          {title && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      <div className={flush ? css.flush : css.body}>{children}</div>
    </section>
  )
}
