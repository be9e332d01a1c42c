import type { ReactNode } from 'react'
import css from '#web/ui/Toolbar.module.css'

/** Filters and order of the list below; a search has a line of its own in a narrow window. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={`${css.toolbar} row filters spaced gap-8`}>{children}</div>
}
