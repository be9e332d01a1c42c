import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BulkDecision, BulkNoun } from '#domain/bulk-decision.ts'
import { useWasShown } from '#web/approval/bulk/shown-requests.ts'
import { useBulk } from '#web/approval/bulk/use-bulk.ts'
import { useSelection } from '#web/approval/bulk/use-selection.ts'
import { lastUndone, sendingFrom, undecided, useDecisions } from '#web/approval/decisions.ts'
import { neighboursOf } from '#web/approval/queue/neighbours.ts'
import { useListScroll, useLoadMore, useNextItems } from '#web/approval/queue/use-queue-navigation.ts'
import type { QueueState } from '#web/approval/queue/use-queue-search.ts'
import { useTriageKeys } from '#web/approval/queue/use-triage-keys.ts'
import { useWarnBeforeUnload } from '#web/platform/drafts/use-warn-before-unload.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { useNewestPages } from '#web/platform/queries/use-newest.ts'
import type { PagedQuery } from '#web/platform/queries/use-pages.ts'
import { toast } from '#web/ui/toasts.ts'
import { pageHasKeys } from '#web/ui/use-keys.ts'

/** The items of a triage. The functions about a row are stable. */
type About<Row> = Pick<Parameters<typeof useNewestPages<Row & Item>>[2], 'get'> & {
  noun: BulkNoun
  queue: Pick<QueueState, 'search' | 'opened' | 'status' | 'filter' | 'open' | 'more'>
  list: PagedQuery<Row>
  /** Whether the status allows decisions. */
  canDecide: boolean
  titleOf: (row: Row) => string
  expectedOf: (row: Row) => BulkDecision['items'][number]
  stampOf: (row: Row) => string
}
type Item = { id: string; status: string }

export type Triage<Row extends Item = Item> = ReturnType<typeof useTriage<Row>>

/** So long (ms) after an item opened by itself, a decision is taken for one that was meant for the item before. */
const surpriseMs = 500

/**
 * The triage of a queue in the state of its address: its rows without those just decided here, the opened item, the selection, and the way from one
 * item to the next.
 */
export function useTriage<Row extends Item>({ noun, queue, list, get, canDecide, titleOf, expectedOf, stampOf }: About<Row>) {
  const { search, opened, status, filter, more } = queue
  const { pages = 1 } = search
  const decisions = useDecisions(noun)
  const matches = (row: Row) => row.status === status
  const loaded = useNewestPages(list, pages, { get, matches })
  const rows = useMemo(() => undecided(loaded ?? [], decisions, stampOf), [loaded, decisions, stampOf])
  const { all: bulks, inBulk } = useBulk(noun)
  const free = useCallback((row: Row) => !inBulk.has(row.id), [inBulk])
  const wasShown = useWasShown()
  const selection = useSelection(rows, { filter, free, expectedOf, wasShown: noun === 'editRequests' ? wasShown : undefined })
  const place = useRef<HTMLDivElement>(null)
  const acted = useRef(false)
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  const openedByItselfAt = useRef(Number.NEGATIVE_INFINITY)
  const [announced, announce] = useState('')

  const at = rows.findIndex(({ id }) => id === opened)
  const { goOn, ahead } = useNextItems(rows, opened, inBulk)
  const { previous, next } = neighboursOf(rows, opened)
  const nextId = at < 0 && opened ? goOn() : next?.id
  const end = useLoadMore(list, pages, at < 0 ? null : rows.length - at, more)

  const open = (id: string | undefined, among = rows) => {
    acted.current = true
    movedAt.current = performance.now()
    openedByItselfAt.current = Number.NEGATIVE_INFINITY
    queue.open(id)
    const number = among.findIndex((row) => row.id === id) + 1
    const row = among[number - 1]
    announce(row ? t('approval.opened', { title: titleOf(row), number, count: among.length }) : '')
  }
  /** Opens the next item after a decision on the opened one, or on many with it. */
  const goOnFrom = (decided: ReadonlySet<string>, isBulk = false) => {
    if (opened === undefined || !decided.has(opened)) return
    const next = goOn(decided)
    open(
      next,
      rows.filter(({ id }) => !decided.has(id)),
    )
    if (next) return
    // What is decided in bulk stays in the list until that is carried out.
    if (!isBulk && !rows.some((row) => inBulk.has(row.id))) announce(t('approval.nothingLeft'))
    place.current?.querySelector('h1')?.focus()
  }
  const openByItself = (id: string) => {
    open(id)
    openedByItselfAt.current = performance.now()
  }
  /** Opens the next item once the server has a bulk decision with the opened one. */
  const goOnAfterBulk = (sent: ReadonlySet<string>) => {
    goOnFrom(sent, true)
    if (opened !== undefined && sent.has(opened)) openedByItselfAt.current = performance.now()
  }
  /** Takes a decision on the opened item, unless that has just opened by itself; `goOn` opens the next one. */
  const take = (id: string, run: (goOn: () => void) => void) => {
    if (performance.now() - openedByItselfAt.current < surpriseMs) toast(t('approval.justOpened'))
    else run(() => goOnFrom(new Set([id])))
  }
  const select = () => {
    const row = rows.find(({ id }) => id === (focusedRow() ?? opened))
    if (!row || !canDecide || !free(row)) return
    const isTicked = selection.toggle(row.id)
    const count = selection.selected.length + (isTicked ? 1 : -1)
    announce(t(isTicked ? 'approval.bulk.ticked' : 'approval.bulk.unticked', { count }))
  }
  // Which item comes next is unknown until the list has loaded as far as the opened one; it opens then. Offline the list loads no further.
  const loadsOn = list.hasNextPage && !list.isError && list.fetchStatus !== 'paused'
  const isComplete = list.data !== undefined && (list.data.pages.length >= pages || !loadsOn)
  const knowsNext = at >= 0 || isComplete || (!opened && list.data !== undefined)
  const [asked, setAsked] = useState<{ from: string | undefined } | null>(null)
  useEffect(() => {
    if (!asked || !knowsNext) return
    setAsked(null)
    if (asked.from === opened && nextId) open(nextId)
  })
  const goNext = () => (knowsNext ? nextId && open(nextId) : setAsked({ from: opened }))
  // A person undoes in order to decide otherwise. If they write or opened another item meanwhile, they are not interrupted.
  useEffect(() =>
    lastUndone.subscribe(() => {
      const undone = lastUndone.read()
      if (undone?.noun !== noun || undone.status !== status || movedAt.current > undone.askedAt || !pageHasKeys()) return
      openByItself(undone.id)
    }),
  )
  useListScroll(opened, at >= 0)
  useTriageKeys({
    next: goNext,
    previous: () => previous && open(previous.id),
    close: () => opened && open(undefined),
    select,
  })
  // A decision not answered yet may be lost when the window closes.
  useWarnBeforeUnload(sendingFrom(decisions) > 0)

  return {
    noun,
    rows,
    decisions,
    bulks,
    inBulk,
    canDecide,
    selection,
    place,
    end,
    announced,
    opened,
    goOnAfterBulk,
    take,
    ahead,
    open: (id: string | undefined) => open(id),
    takesFocus: acted.current,
    isListed: at >= 0,
    previousId: previous?.id,
    goNext: nextId === undefined ? undefined : goNext,
  }
}

/** The id of the focused row, if there is one. */
const focusedRow = () => document.activeElement?.closest('li')?.querySelector<HTMLElement>('a[data-id]')?.dataset.id
