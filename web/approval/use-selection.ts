import { useMemo, useState } from 'react'
import type { ProductRow } from '#contract/products.ts'

type Chosen = { of: string; ids: ReadonlySet<string> }

export type Selection = ReturnType<typeof useSelection>

/**
 * Which of the loaded rows are ticked. What is no longer shown is no longer ticked, and another filter begins anew.
 * `free` tells which rows may be ticked at all.
 */
export function useSelection(rows: readonly ProductRow[], filter: string, free: (row: ProductRow) => boolean) {
  const [chosen, setChosen] = useState<Chosen>({ of: filter, ids: new Set() })
  const ids = chosen.of === filter ? chosen.ids : nothing
  const tickable = useMemo(() => rows.filter(free), [rows, free])
  const selected = useMemo(() => tickable.filter(({ id }) => ids.has(id)), [tickable, ids])
  const choose = (next: Iterable<string>) => setChosen({ of: filter, ids: new Set(next) })
  return {
    ids,
    selected,
    tickable: tickable.length,
    /** Ticks one row or takes its tick away; true if it is ticked now. */
    toggle: (id: string): boolean => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      choose(next)
      return next.has(id)
    },
    /** Ticks everything from one row to another. */
    extend: (from: string, to: string) => {
      const between = [tickable.findIndex(({ id }) => id === from), tickable.findIndex(({ id }) => id === to)].sort((a, b) => a - b)
      choose([...ids, ...tickable.slice(Math.max(0, between[0] ?? 0), (between[1] ?? 0) + 1).map(({ id }) => id)])
    },
    all: () => choose(tickable.map(({ id }) => id)),
    none: () => choose([]),
  }
}

const nothing: ReadonlySet<string> = new Set()
