import { Fragment, isValidElement, type MouseEvent, type ReactElement, type ReactNode } from 'react'
import { SortHead, type SortProps } from '#web/ui/SortHead.tsx'
import css from '#web/ui/table.module.css'

/** A column's label, which may stand above numbers or be for screen readers only; or a whole cell, such as a `SortHead`. False: no such column. */
type Head = string | { number: string } | { unseen: string } | ReactElement | false
type Props = {
  heads: readonly Head[]
  className?: string | undefined
  /**
   * Has many columns: shown as cards below 840 px instead of 560 px; with narrow cells below 700 px (`compact`), or below 620 px (`narrow`), and
   * then below 920 px without what is `roomy`.
   */
  wide?: boolean | 'compact' | 'narrow'
  /** The children are bodies of their own, one for each group of rows. */
  grouped?: boolean
  children: ReactNode
}

/**
 * A table that becomes a list of cards where it is narrow, with the column of each cell from its `data-label`. A click anywhere in a row
 * follows the row's link with the look `opens-row`.
 */
export function Table({ heads, className, wide = false, grouped = false, children }: Props) {
  return (
    <div className={wide ? `${css[wide === true ? 'wide' : wide]} sized` : 'sized'}>
      <table className={`${css.table} ${className ?? ''} plain-table`}>
        <thead>
          <tr>
            {heads.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places
              <Fragment key={at}>{headCell(head)}</Fragment>
            ))}
          </tr>
        </thead>
        {grouped ? (
          children
        ) : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the link of the row
          <tbody className="tints-rows" onPointerDownCapture={noteMenu} onClick={openRow} onAuxClick={openRow}>
            {children}
          </tbody>
        )}
      </table>
    </div>
  )
}

/** A column of `RowsTable`. False: no such column. */
export type Column<Row, Sort extends string = never> =
  | false
  | {
      label: string
      cell: (row: Row) => ReactNode
      className?: string | undefined
      /** Its cells are numbers; or its label is for screen readers only. */
      kind?: 'number' | 'unseen'
      /** On a card, its cells stand without the label. */
      bare?: true
      /** Left out of a `narrow` table below 920 px; what another cell shows instead is `not-roomy`. */
      roomy?: true
      /** The orders that its head sorts by. */
      sorts?: Omit<SortProps<Sort>, 'label' | 'sort' | 'onSort' | 'initial' | 'end' | 'roomy'>
      /** A head cell of its own. */
      head?: ReactElement
    }

type RowsProps<Row, Sort extends string> = Omit<Props, 'heads' | 'grouped' | 'children'> & {
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[]
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The order to which the last click on a head returns, where no head has it. */
  initialSort?: Sort
}

/** A table of rows of one kind, column by column. */
export function RowsTable<Row extends { id: string }, Sort extends string = never>(props: RowsProps<Row, Sort>) {
  const { columns, rows, sort, onSort, initialSort: initial, ...frame } = props
  const shown = columns.filter((column) => column !== false)
  const heads = shown.map(({ label, kind, sorts, head, roomy }): Head => {
    if (head) return head
    if (sorts && sort && onSort) return <SortHead {...{ label, sort, onSort, initial, ...sorts }} end={kind === 'number'} roomy={roomy} />
    if (roomy) {
      return (
        <th key={label} scope="col" className="roomy">
          {label}
        </th>
      )
    }
    return kind ? ({ [kind]: label } as Head) : label
  })
  return (
    <Table {...frame} heads={heads}>
      {rows.map((row) => (
        <tr key={row.id}>
          {shown.map(({ label, kind, bare, roomy, className, cell }) => (
            <td
              key={label}
              data-label={bare || kind === 'unseen' ? undefined : label}
              className={[className, kind === 'number' && 'number', roomy && 'roomy'].filter(Boolean).join(' ') || undefined}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

/** Controls of a row, and what they open, keep their own clicks. */
const ownClicks = 'a, button, input, label, summary, dialog, [popover]'

/** True if the press that is going on closes an open menu; its click then opens nothing. */
let closesMenu = false
const noteMenu = () => {
  closesMenu = document.querySelector('[role=menu]:popover-open') !== null
}

function openRow({ target, button, ctrlKey, metaKey }: MouseEvent<HTMLElement>): void {
  const place = target as Element
  const row = place.closest('tr')
  const link = row?.querySelector<HTMLAnchorElement>('.opens-row')
  if (!link || row?.contains(place.closest(ownClicks)) || button > 1 || closesMenu) return
  if (button === 1 || ctrlKey || metaKey) window.open(link.href, '_blank', 'noopener')
  // A person who selects text to copy it ends with a click.
  else if (getSelection()?.isCollapsed !== false) link.click()
}

function headCell(head: Head): ReactNode {
  if (head === false || isValidElement(head)) return head
  if (typeof head === 'string') return <th scope="col">{head}</th>
  if ('unseen' in head) {
    return (
      <th scope="col">
        <span className="visually-hidden">{head.unseen}</span>
      </th>
    )
  }
  return (
    <th scope="col" className="number">
      {head.number}
    </th>
  )
}
