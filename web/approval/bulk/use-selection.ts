import { useMemo, useState } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'

type Seen = BulkDecision['items'][number]
type Ticks = ReadonlyMap<string, Seen>

export type Selection = ReturnType<typeof useSelection>

type About<Row> = {
  /** The filter of the list, as a string. */
  filter: string
  /** Whether a row may be selected. */
  free: (row: Row) => boolean
  /** What a decision names of a row. A stable function. */
  asSeen: (row: Row) => Seen
}

/**
 * The selected rows among the loaded ones, each as it was when it was selected: later changes do not alter it.
 * A row that leaves the list leaves the selection. Another filter clears it.
 */
export function useSelection<Row extends { id: string }>(rows: readonly Row[], { filter, free, asSeen }: About<Row>) {
  const [chosen, setChosen] = useState<{ of: string; ticks: Ticks }>({ of: filter, ticks: nothing })
  const ticks = chosen.of === filter ? chosen.ticks : nothing
  const tickable = useMemo(() => rows.filter(free), [rows, free])
  const seen = useMemo(() => tickable.map(asSeen), [tickable, asSeen])
  const { selected, changed } = useMemo(() => seenIn(seen, ticks), [seen, ticks])
  const choose = (next: Ticks) => setChosen({ of: filter, ticks: next })
  return {
    ticks,
    selected,
    /** Selected rows that changed since; the server would refuse a decision on them. */
    changed,
    tickable: tickable.length,
    /** Selects or deselects one row; true if it is selected now. */
    toggle: (id: string): boolean => {
      const next = new Map(ticks)
      const row = rows.find((one) => one.id === id)
      if (!next.delete(id) && row) next.set(id, asSeen(row))
      choose(next)
      return next.has(id)
    },
    /** Selects all rows from one to another. Rows selected before keep their state from then. */
    extend: (from: string, to: string) => {
      const between = [tickable.findIndex(({ id }) => id === from), tickable.findIndex(({ id }) => id === to)].sort((a, b) => a - b)
      choose(new Map([...ticksOf(seen.slice(Math.max(0, between[0] ?? 0), (between[1] ?? 0) + 1)), ...ticks]))
    },
    all: () => choose(ticksOf(seen)),
    none: () => choose(nothing),
  }
}

const nothing: Ticks = new Map()
const ticksOf = (seen: readonly Seen[]): Ticks => new Map(seen.map((one) => [one.id, one]))

const differ = (one: Seen, other: Seen | undefined) =>
  one.version !== other?.version || one.status !== other.status || one.productVersion !== other.productVersion

function seenIn(now: readonly Seen[], ticks: Ticks): { selected: Seen[]; changed: ReadonlySet<string> } {
  const ticked = now.filter(({ id }) => ticks.has(id))
  const moved = ticked.filter((one) => differ(one, ticks.get(one.id)))
  return { selected: ticked.map((one) => ticks.get(one.id) ?? one), changed: new Set(moved.map(({ id }) => id)) }
}
