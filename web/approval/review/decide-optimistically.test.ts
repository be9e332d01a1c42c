import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { decideOptimistically } from '#web/approval/review/decide-optimistically.ts'
import { liveLine } from '#web/platform/live/live-line.ts'
import type { LiveStatus } from '#web/platform/live/live-status.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

afterEach(() => {
  vi.useRealTimers()
  liveLine.set('catching-up')
})

it.each<[LiveStatus, boolean]>([
  ['live', false],
  ['catching-up', true],
  ['offline', true],
])('while the live line is %s, the queue is stale by the answer alone: %s', async (status, isStale) => {
  vi.useFakeTimers()
  liveLine.set(status)
  const queries = new QueryClient()
  const queryKey = rpc.products.queue.queryKey({ input: {} })
  queries.setQueryData(queryKey, { rows: [], next: null })
  const send = vi.fn(async () => 'approved')
  const texts = { done: () => 'Approved.', refused: () => 'Not approved.' }
  decideOptimistically(
    queries,
    { noun: 'products', id: 'lamp', status: 'pending', stamp: '1', queryKey: ['lamp'], send, ...texts },
    () => {},
  )
  await vi.advanceTimersByTimeAsync(1_000)
  expect(send).toHaveBeenCalledOnce()
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(isStale)
})
