import { useMemo, useState } from 'react'
import type { ProductRow } from '#contract/products.ts'
import type { BulkDecision } from '#domain/bulk-decision.ts'

type Seen = BulkDecision['items'][number]
type Ticks = ReadonlyMap<string, Seen>

export type Selection = ReturnType<typeof useSelection>

/**
 * Which of the loaded rows are ticked, each as it stood when it was ticked: that is what was seen, whatever arrives later.
 * What is no longer shown is no longer ticked, and another filter begins anew. `free` tells which rows may be ticked at all.
 */
export function useSelection(rows: readonly ProductRow[], filter: string, free: (row: ProductRow) => boolean) {
  const [chosen, setChosen] = useState<{ of: string; ticks: Ticks }>({ of: filter, ticks: nothing })
  const ticks = chosen.of === filter ? chosen.ticks : nothing
  const tickable = useMemo(() => rows.filter(free), [rows, free])
  const { selected, changed } = useMemo(() => seenIn(tickable, ticks), [tickable, ticks])
  const choose = (next: Ticks) => setChosen({ of: filter, ticks: next })
  return {
    ticks,
    selected,
    /** The ticked ones that are not any more what they were then; deciding on them would be refused. */
    changed,
    tickable: tickable.length,
    /** Ticks one row or takes its tick away; true if it is ticked now. */
    toggle: (id: string): boolean => {
      const next = new Map(ticks)
      const row = rows.find((one) => one.id === id)
      if (!next.delete(id) && row) next.set(id, asSeen(row))
      choose(next)
      return next.has(id)
    },
    /** Ticks everything from one row to another; what was ticked before stays as it was seen then. */
    extend: (from: string, to: string) => {
      const between = [tickable.findIndex(({ id }) => id === from), tickable.findIndex(({ id }) => id === to)].sort((a, b) => a - b)
      choose(new Map([...ticksOf(tickable.slice(Math.max(0, between[0] ?? 0), (between[1] ?? 0) + 1)), ...ticks]))
    },
    all: () => choose(ticksOf(tickable)),
    none: () => choose(nothing),
  }
}

const nothing: Ticks = new Map()
const asSeen = ({ id, status, version }: ProductRow): Seen => ({ id, status, version })
const ticksOf = (rows: readonly ProductRow[]): Ticks => new Map(rows.map((row) => [row.id, asSeen(row)]))

function seenIn(rows: readonly ProductRow[], ticks: Ticks): { selected: Seen[]; changed: ReadonlySet<string> } {
  const ticked = rows.filter(({ id }) => ticks.has(id))
  const moved = ticked.filter(({ id, status, version }) => ticks.get(id)?.version !== version || ticks.get(id)?.status !== status)
  return { selected: ticked.map((row) => ticks.get(row.id) ?? asSeen(row)), changed: new Set(moved.map(({ id }) => id)) }
}
