import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import { sendingFrom, useDecisions } from '#web/approval/decisions.ts'
import { neighboursOf } from '#web/approval/neighbours.ts'
import { filterOf } from '#web/approval/queue-search.ts'
import { movesFor } from '#web/approval/review-moves.ts'
import { type Decision, takeDecision } from '#web/approval/take-decision.ts'
import { useBulk } from '#web/approval/use-bulk.ts'
import { useMore } from '#web/approval/use-more.ts'
import { useNext } from '#web/approval/use-next.ts'
import { usePlaceInList } from '#web/approval/use-place-in-list.ts'
import { useQueue } from '#web/approval/use-queue.ts'
import { useQueueSearch } from '#web/approval/use-queue-search.ts'
import { useSelection } from '#web/approval/use-selection.ts'
import { useTriageKeys } from '#web/approval/use-triage-keys.ts'
import { t } from '#web/messages/messages.ts'

/** The way through the queue: what is listed, what is opened, what is ticked, and how one goes on from one to the next. */
export function useTriage() {
  const queries = useQueryClient()
  const queue = useQueueSearch()
  const { search } = queue
  const status = search.status ?? 'pending'
  const decisions = useDecisions()
  const { list, rows } = useQueue(search)
  const { all: bulks, holding } = useBulk()
  const free = useCallback((row: ProductRow) => !holding.has(row.id), [holding])
  const selection = useSelection(rows, filterOf(search), free)
  const canDecide = movesFor(status).length > 0
  const place = useRef<HTMLDivElement>(null)
  const acted = useRef(false)
  const [said, say] = useState('')

  const at = rows.findIndex(({ id }) => id === search.product)
  const { goOn, ahead } = useNext(rows, search.product, holding)
  const { previous, next } = neighboursOf(rows, search.product)
  const nextId = at < 0 && search.product ? goOn : next?.id
  const end = useMore(list, search.pages ?? 1, at < 0 ? null : rows.length - at, queue.more)

  const open = (id: string | undefined, among = rows) => {
    acted.current = true
    queue.open(id)
    const number = among.findIndex((row) => row.id === id) + 1
    say(number > 0 ? t('approval.opened', { title: among[number - 1]?.title ?? '', number, count: among.length }) : '')
  }
  const decide = (decision: Decision) => {
    if (!takeDecision(queries, decision)) return
    open(
      goOn,
      rows.filter(({ id }) => id !== decision.product.id),
    )
    if (goOn) return
    say(t('approval.nothingLeft'))
    place.current?.querySelector('h1')?.focus()
  }
  const select = () => {
    const row = rows.find(({ id }) => id === (focusedRow() ?? search.product))
    if (!row || !canDecide || !free(row)) return
    const isTicked = selection.toggle(row.id)
    const count = selection.selected.length + (isTicked ? 1 : -1)
    say(t(isTicked ? 'approval.bulk.ticked' : 'approval.bulk.unticked', { count }))
  }
  // Whoever asked for the next one before the list was there gets the first as soon as it is.
  const [eager, setEager] = useState(false)
  useEffect(() => {
    if (!eager || !list.data) return
    setEager(false)
    if (!search.product && rows[0]) open(rows[0].id)
  })
  usePlaceInList(search.product, at >= 0)
  useTriageKeys({
    next: () => (list.data ? nextId && open(nextId) : setEager(true)),
    previous: () => previous && open(previous.id),
    close: () => search.product && open(undefined),
    select,
  })
  useWarningOnClose(sendingFrom(decisions) > 0)

  return {
    ...{ queue, search, status, decisions, list, rows, bulks, holding, canDecide, selection, place, end, said, open, decide, ahead },
    takesFocus: acted.current,
    previousId: previous?.id,
    nextId,
  }
}

/** The product of the row that has the focus, if one has. */
const focusedRow = () => document.activeElement?.closest('li')?.querySelector<HTMLElement>('a[data-id]')?.dataset.id

/** A decision whose answer is awaited may be lost with the window. */
function useWarningOnClose(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}
