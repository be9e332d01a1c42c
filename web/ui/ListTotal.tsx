import '#web/ui/later.css'
import type { ReactNode } from 'react'

/** The number of rows, above a list. It keeps its place while the list loads, so that the rows do not move. */
export function ListTotal({ waits, children }: { waits: boolean; children: ReactNode }) {
  if (!waits && !children) return null
  return (
    <p className="aside above-table" aria-live="polite">
      {children || '\u00a0'}
    </p>
  )
}
