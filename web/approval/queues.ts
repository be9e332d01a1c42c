import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { BulkNoun } from '#domain/bulk-decision.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

type Keys = { queue: QueryKey; waiting: QueryKey }

/** The query keys of each noun's queue and its count. */
const queues: Record<BulkNoun, Keys> = {
  products: { queue: rpc.products.queue.key(), waiting: rpc.products.waiting.queryKey() },
  editRequests: { queue: rpc.editRequests.queue.key(), waiting: rpc.editRequests.waiting.queryKey() },
}

/** Refetches a queue and its count. */
export function refetchQueue(queries: QueryClient, noun: BulkNoun): void {
  for (const queryKey of Object.values(queues[noun])) void queries.invalidateQueries({ queryKey })
}

/** Corrects the count, which `countDown` lowers a second time if an answer comes later than its hint. */
export const refetchCount = (queries: QueryClient, noun: BulkNoun): void =>
  void queries.invalidateQueries({ queryKey: queues[noun].waiting })

/** Lowers the count of waiting items by one. From 1,000 on the count is not exact, so it stays. */
export function countDown(queries: QueryClient, noun: BulkNoun): void {
  queries.setQueryData<{ pending: number }>(queues[noun].waiting, (cached) =>
    cached && cached.pending > 0 && cached.pending < 1_000 ? { pending: cached.pending - 1 } : cached,
  )
}
