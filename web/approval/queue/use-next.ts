import { useRef } from 'react'
import type { BulkDecision } from '#domain/bulk-decision.ts'
import { afterwards } from '#web/approval/queue/neighbours.ts'

/** So many are brought here before they are opened. */
const prefetched = 3

/**
 * Where reading goes on after what is opened: what follows, then what stands above, without what a bulk decision holds.
 * What another list opened, or what was decided by somebody else meanwhile, keeps the place where it last stood.
 */
export function useNext(rows: readonly { id: string }[], opened: string | undefined, holding: ReadonlyMap<string, BulkDecision>) {
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
