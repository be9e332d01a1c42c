import '#web/ui/later.css'
import type { ReactNode } from 'react'

type Props = {
  /** The list is loading. */
  waits: boolean
  /** Menus of the whole table, at the end of the line. */
  tools: ReactNode
  children: ReactNode
}

/** The number of rows, above a table. It keeps its place while the list loads, so that the rows do not move. */
export function ListTotal({ waits, tools, children }: Props) {
  return (
    <div className="row center between above-table">
      <p className="aside" aria-live="polite">
        {!waits && children}
      </p>
      <div className="row">{tools}</div>
    </div>
  )
}
