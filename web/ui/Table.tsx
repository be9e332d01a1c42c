import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import css from '#web/ui/table.module.css'

/** A column's label, which may stand above numbers or be for screen readers only; or a whole cell, such as a `SortHead`. False: no such column. */
type Head = string | { number: string } | { unseen: string } | ReactElement | false
type Props = { heads: readonly Head[]; className?: string | undefined; children: ReactNode }

/** A table that becomes a list of cards in a narrow window, where `data-label` names the column of each cell. */
export function Table({ heads, className, children }: Props) {
  return (
    <table className={`${css.table} ${className ?? ''} plain-table`}>
      <thead className="unseen-narrow">
        <tr>
          {heads.map((head, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places
            <Fragment key={at}>{headCell(head)}</Fragment>
          ))}
        </tr>
      </thead>
      <tbody className="tints-rows">{children}</tbody>
    </table>
  )
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
