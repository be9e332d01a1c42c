import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#web/platform/i18n/messages.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import IconX from '#web/ui/icons/IconX.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { topDialog } from '#web/ui/use-modal.ts'

export type Ticked = ReturnType<typeof useTicked>

/**
 * The selected rows of a table, among those with these ids: a row that leaves the list leaves the selection. With Shift, all rows from the one that
 * was ticked last change as this one does.
 */
export function useTicked(ids: readonly string[]) {
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set())
  const last = useRef('')
  const ticked = ids.filter((id) => ticks.has(id))
  return {
    ticked,
    all: ids,
    set: (next: readonly string[]) => setTicks(new Set(next)),
    /** Clears these, and leaves the others as they are by then. */
    drop: (done: readonly string[]) => setTicks((now) => new Set([...now].filter((id) => !done.includes(id)))),
    toggle: (id: string, withShift = false) => {
      const from = withShift ? ids.indexOf(last.current) : -1
      const to = ids.indexOf(id)
      const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
      last.current = id
      setTicks(new Set(ticks.has(id) ? ticked.filter((one) => !range.includes(one)) : [...ticked, ...range]))
    },
  }
}

/** The column with the checkboxes of rows; its head selects all that can be, and stands above the cards. */
export const tickColumn = <Row extends { id: string }>(ticks: Ticked, nameOf: (row: Row) => string): Column<Row> => ({
  label: t('common.select.all'),
  className: 'tick-cell',
  bare: true,
  head: (
    <th scope="col" className="tick-cell">
      <TickAll ticks={ticks} />
    </th>
  ),
  cell: (row) => <Tick ticks={ticks} id={row.id} name={nameOf(row)} />,
})

/** The checkbox that selects all rows that can be selected; its words are shown where there is room for them. */
export function TickAll({ ticks: { ticked, all, set }, className = '' }: { ticks: Ticked; className?: string }) {
  return (
    <label className={`${className} line gap-12 tall-touch`}>
      <input
        className="check"
        type="checkbox"
        checked={ticked.length > 0 && ticked.length === all.length}
        disabled={all.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = ticked.length > 0 && ticked.length < all.length
        }}
        onChange={({ target }) => set(target.checked ? all : [])}
      />
      <span>{t('common.select.all')}</span>
    </label>
  )
}

type TickProps = { ticks: Ticked; id: string; name: string }

/** The checkbox of a row; none for a row with which nothing can be done. */
export function Tick({ ticks: { ticked, all, toggle }, id, name }: TickProps) {
  if (!all.includes(id)) return null
  return (
    // A click beside the box still ticks it, instead of opening the row.
    <label className="tick-area">
      <input
        className="check"
        type="checkbox"
        aria-label={t('common.select.one', { name })}
        checked={ticked.includes(id)}
        onChange={({ nativeEvent }) => toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </label>
  )
}

/** How many rows are selected, and what can be done with them; below the table, and in view while its rows are. */
export function SelectionBar({ ticks: { ticked, set }, children }: { ticks: Ticked; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const hasFocus = useRef(false)
  const isEmpty = ticked.length === 0
  const dialog = useSyncExternalStore(topDialog.subscribe, topDialog.read)
  const waits = useRef(false)
  // Its buttons vanish with the selection: the keyboard goes on from here, not from the top of the page. A dialog that one of them opened
  // closes later, and has nothing left to give the focus back to.
  useEffect(() => {
    waits.current = isEmpty && hasFocus.current
  }, [isEmpty])
  // biome-ignore lint/correctness/useExhaustiveDependencies: both leave the focus nowhere
  useEffect(() => {
    if (!waits.current || dialog) return
    waits.current = false
    // It stands at the end of what may be a long list.
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true })
  }, [isEmpty, dialog])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the focus is
    <div
      ref={bar}
      tabIndex={-1}
      className={isEmpty ? 'no-ring' : 'row gap-6 center at-foot no-ring'}
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !(relatedTarget as Element).closest('dialog')) hasFocus.current = false
      }}
    >
      {!isEmpty && (
        <IconButton label={t('common.select.none')} onClick={() => set([])}>
          <IconX size={18} />
        </IconButton>
      )}
      <span role="status" className="aside">
        {!isEmpty && t('common.select.count', { count: ticked.length })}
      </span>
      {!isEmpty && children}
    </div>
  )
}
