import { useMemo, useState } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'

type Expected = BulkDecision['items'][number]
type Ticks = ReadonlyMap<string, Expected>

export type Selection = ReturnType<typeof useSelection>

type About<Row> = {
  /** The filter of the list, as a string. */
  filter: string
  /** Whether a row may be selected. */
  free: (row: Row) => boolean
  /** What a decision names of a row. A stable function. */
  expectedOf: (row: Row) => Expected
  /** Whether a row was shown as it is named, so that it can be approved; absent if the list shows enough. */
  wasShown?: ((expected: Expected) => boolean) | undefined
}

/**
 * The selected rows among the loaded ones, each as it was when it was selected: later changes do not alter it.
 * A row that leaves the list leaves the selection. Another filter clears it.
 */
export function useSelection<Row extends { id: string }>(rows: readonly Row[], { filter, free, expectedOf, wasShown }: About<Row>) {
  const [chosen, setChosen] = useState<{ of: string; ticks: Ticks }>({ of: filter, ticks: nothing })
  const ticks = chosen.of === filter ? chosen.ticks : nothing
  const tickable = useMemo(() => rows.filter(free), [rows, free])
  const expected = useMemo(() => tickable.map(expectedOf), [tickable, expectedOf])
  const { selected, changed } = useMemo(() => selectionIn(expected, ticks), [expected, ticks])
  const choose = (next: Ticks) => setChosen({ of: filter, ticks: next })
  return {
    ticks,
    selected,
    /** Selected rows that changed since; the server would refuse a decision on them. */
    changed,
    /** Selected rows that were not shown yet. */
    unshown: wasShown ? new Set(selected.flatMap((one) => (wasShown(one) ? [] : [one.id]))) : noIds,
    tickable: tickable.length,
    /** Selects or deselects one row; true if it is selected now. */
    toggle: (id: string): boolean => {
      const next = new Map(ticks)
      const row = rows.find((one) => one.id === id)
      if (!next.delete(id) && row) next.set(id, expectedOf(row))
      choose(next)
      return next.has(id)
    },
    /** Selects all rows from one to another. Rows selected before keep their state from then. */
    extend: (from: string, to: string) => {
      const between = [tickable.findIndex(({ id }) => id === from), tickable.findIndex(({ id }) => id === to)].sort((a, b) => a - b)
      choose(new Map([...ticksOf(expected.slice(Math.max(0, between[0] ?? 0), (between[1] ?? 0) + 1)), ...ticks]))
    },
    all: () => choose(ticksOf(expected)),
    none: () => choose(nothing),
    /** Selects these again, as they were. */
    restore: (items: readonly Expected[]) => choose(new Map([...ticks, ...ticksOf(items)])),
    /** Deselects all but these. */
    keep: (ids: ReadonlySet<string>) => choose(new Map([...ticks].filter(([id]) => ids.has(id)))),
  }
}

const nothing: Ticks = new Map()
const noIds: ReadonlySet<string> = new Set()
const ticksOf = (expected: readonly Expected[]): Ticks => new Map(expected.map((one) => [one.id, one]))

const differ = (one: Expected, other: Expected | undefined) =>
  one.version !== other?.version || one.status !== other.status || one.productVersion !== other.productVersion

function selectionIn(now: readonly Expected[], ticks: Ticks): { selected: Expected[]; changed: ReadonlySet<string> } {
  const ticked = now.filter(({ id }) => ticks.has(id))
  const moved = ticked.filter((one) => differ(one, ticks.get(one.id)))
  return { selected: ticked.map((one) => ticks.get(one.id) ?? one), changed: new Set(moved.map(({ id }) => id)) }
}
