import type { ReactNode } from 'react'
import css from '#web/ui/Toolbar.module.css'

/** What narrows and orders the list below it; a search has a line of its own where the window is narrow. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={css.toolbar}>{children}</div>
}
