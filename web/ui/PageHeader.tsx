import type { ReactNode } from 'react'
import css from '#web/ui/PageHeader.module.css'
import { usePageTitle } from '#web/ui/page-title.ts'

type Props = {
  title: string
  /** Stands before the title. */
  picture?: ReactNode
  /** One sentence on the purpose of the page. */
  lead?: ReactNode
  /** Buttons at the right, below the title on a narrow screen; on a phone the first one stands beside a title without a lead. */
  actions?: ReactNode
}

/** The head of every page: its one `h1`, which is also the window's title. */
export function PageHeader({ title, picture, lead, actions }: Props) {
  usePageTitle(title)
  return (
    <header className={`${css.header} row between`}>
      {picture}
      <div className={css.words}>
        <h1 tabIndex={-1} className="no-ring breaks">
          {title}
        </h1>
        {lead && <p className={css.lead}>{lead}</p>}
      </div>
      {actions && <div className={`${css.actions} row not-printed`}>{actions}</div>}
    </header>
  )
}
