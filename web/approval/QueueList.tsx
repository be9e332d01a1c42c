import { type MouseEvent, memo, useRef } from 'react'
import type { ProductRow } from '#contract/products.ts'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import css from '#web/approval/QueueList.module.css'
import { heldWhy, QueueRow } from '#web/approval/QueueRow.tsx'
import { addressOf, type QueueSearch } from '#web/approval/queue-search.ts'
import type { Selection } from '#web/approval/use-selection.ts'
import { t } from '#web/messages/messages.ts'

type Props = {
  rows: readonly ProductRow[]
  search: QueueSearch
  holding: ReadonlyMap<string, BulkDecision>
  /** Null where nothing in this list can be decided. */
  selection: Selection | null
  onOpen: (id: string) => void
}

/** A row that moved up arrives as another object with the same content. */
const looksTheSame = (one: ProductRow, other: ProductRow) =>
  one === other || (one.updated_at === other.updated_at && JSON.stringify(one) === JSON.stringify(other))

const Row = memo(QueueRow, ({ row, ...one }, { row: otherRow, ...other }) => {
  const names = Object.keys(other) as (keyof typeof other)[]
  return names.every((name) => one[name] === other[name]) && looksTheSame(row, otherRow)
})

/** The queue: plain links, so that hundreds of them stay quick and each opens in a tab of its own too. */
export function QueueList({ rows, search, holding, selection, onOpen }: Props) {
  const ticked = useRef<string | null>(null)
  // The rows keep what they were given as long as they look the same: they are not drawn anew for each step through the list.
  const latest = useRef({ onOpen, selection })
  latest.current = { onOpen, selection }
  const { current: acts } = useRef({
    open: (id: string, event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      latest.current.onOpen(id)
    },
    tick: (id: string, extend: boolean) => {
      const { selection: now } = latest.current
      if (extend && ticked.current && now?.ticks.has(ticked.current)) now.extend(ticked.current, id)
      else now?.toggle(id)
      ticked.current = id
    },
  })
  const list = addressOf({ ...search, product: undefined })
  const here = list.includes('?') ? `${list}&` : `${list}?`
  return (
    <>
      <p id={heldWhy} hidden>
        {t('approval.bulk.isHeld')}
      </p>
      <ul className={css.list} aria-label={t('approval.list')}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            address={`${here}product=${encodeURIComponent(row.id)}`}
            isOpen={row.id === search.product}
            isTicked={selection ? selection.ticks.has(row.id) && !holding.has(row.id) : null}
            isHeld={holding.has(row.id)}
            hasChanged={selection?.changed.has(row.id) ?? false}
            onOpen={acts.open}
            onTick={acts.tick}
          />
        ))}
      </ul>
    </>
  )
}
