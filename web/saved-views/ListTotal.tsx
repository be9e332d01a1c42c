import type { ReactNode } from 'react'
import type { ListPath } from '#domain/routes.ts'
import { SavedViewsMenu } from '#web/saved-views/SavedViewsMenu.tsx'
import { shownCount } from '#web/ui/shown-count.ts'

type Props = {
  columns: { list: ListPath; menu: ReactNode; hidden: string | undefined }
  /** Undefined while it is counted. */
  total: number | undefined
  /** The total in words. */
  words: (values: { count: number; shown: string }) => string
}

/** The number of rows, above a table, with the table's menus. It keeps its place while the list loads, so that the rows do not move. */
export function ListTotal({ columns, total, words }: Props) {
  return (
    <div className="row center between above-table">
      <p className="aside" aria-live="polite">
        {total ? words({ count: total, shown: shownCount(total) }) : null}
      </p>
      <div className="row">
        {columns.menu}
        <SavedViewsMenu list={columns.list} hide={columns.hidden} />
      </div>
    </div>
  )
}
