import '#web/ui/later.css'
import type { ReactNode } from 'react'
import type { ListPath } from '#domain/routes.ts'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'

type Props = {
  list: ListPath
  columns: { menu: ReactNode; hidden: string | undefined }
  /** The list is loading. */
  waits: boolean
  children: ReactNode
}

/** The number of rows, above a table, with the table's menus. It keeps its place while the list loads, so that the rows do not move. */
export function ListTotal({ list, columns, waits, children }: Props) {
  return (
    <div className="row center between above-table">
      <p className="aside" aria-live="polite">
        {!waits && children}
      </p>
      <div className="row">
        {columns.menu}
        <SavedViewsMenu list={list} hide={columns.hidden} />
      </div>
    </div>
  )
}
