import type { ReactNode } from 'react'
import css from '#web/ui/Panel.module.css'

type Props = { title?: ReactNode; actions?: ReactNode; lead?: ReactNode; flush?: boolean; children: ReactNode }

/** A bordered part of a page. `lead` explains a table or list above it; `flush` lets that reach the edges. */
export function Panel({ title, actions, lead, flush = false, children }: Props) {
  return (
    <section className="card shrinks">
      {(title || actions) && (
        <header className={`${css.head} row center between`}>
          {title && <h2 className="shrinks">{title}</h2>}
          {actions}
        </header>
      )}
      {lead && <p className={`${css.lead} prose`}>{lead}</p>}
      <div className={flush ? css.flush : css.body}>{children}</div>
    </section>
  )
}
