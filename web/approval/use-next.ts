import { useRef } from 'react'
import type { ProductRow } from '#contract/products.ts'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { afterwards } from '#web/approval/neighbours.ts'

/** So many products are brought here before they are opened. */
const prefetched = 3

/**
 * Where reading goes on after the opened product: what follows, then what stands above, without what a bulk decision holds.
 * A product that another list opened, or that was decided by somebody else meanwhile, keeps the place where it last stood.
 */
export function useNext(rows: readonly ProductRow[], opened: string | undefined, holding: ReadonlyMap<string, BulkDecision>) {
  const last = useRef<readonly string[]>([])
  if (opened && rows.some(({ id }) => id === opened)) last.current = afterwards(rows, opened)
  const here = new Set(rows.map(({ id }) => id))
  const candidates = opened ? last.current.filter((id) => here.has(id)) : rows.map(({ id }) => id)
  const free = candidates.filter((id) => !holding.has(id))
  return {
    goOn: free[0] ?? (opened ? rows.find(({ id }) => id !== opened && !holding.has(id))?.id : undefined),
    ahead: free.slice(0, prefetched),
  }
}
