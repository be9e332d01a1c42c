import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HintKind } from '#domain/event-kinds.ts'
import { refresher } from '#web/app/live-refresh.ts'
import { deletedIds } from '#web/platform/queries/deleted-ids.ts'
import { writeOptimistically } from '#web/platform/queries/optimistic-update.ts'
import { meQuery } from '#web/platform/queries/queries.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

const shown = {
  queue: rpc.products.queue.queryKey({ input: {} }),
  waiting: rpc.products.waiting.queryKey(),
  bell: rpc.notifications.list.queryKey({ input: {} }),
  history: rpc.history.list.queryKey({ input: {} }),
  people: rpc.users.list.queryKey({ input: {} }),
  settings: rpc.settings.get.queryKey(),
  product: rpc.products.get.queryKey({ input: { id: 'lamp' } }),
  timeline: rpc.products.timeline.infiniteKey({
    input: (cursor: string | undefined) => ({ id: 'lamp', cursor }),
    initialPageParam: undefined,
  }),
  otherProduct: rpc.products.get.queryKey({ input: { id: 'chair' } }),
  lookers: rpc.products.look.queryKey({ input: { id: 'lamp' } }),
  edits: rpc.editRequests.queue.queryKey({ input: {} }),
  edit: rpc.editRequests.get.queryKey({ input: { id: 'brighter' } }),
  bulk: rpc.bulkDecisions.list.queryKey(),
  imports: rpc.imports.list.queryKey(),
  chat: rpc.chats.get.queryKey({ input: { id: 'lamp' } }),
  notes: rpc.chats.notes.queryKey({ input: { id: 'lamp' } }),
  me: meQuery.queryKey,
}
type Shown = keyof typeof shown

let queries: QueryClient
let refresh: ReturnType<typeof refresher>
beforeEach(() => {
  vi.useFakeTimers()
  queries = new QueryClient()
  for (const queryKey of Object.values(shown)) queries.setQueryData(queryKey, {} as never)
  refresh = refresher(queries)
})
afterEach(() => {
  refresh.close()
  vi.useRealTimers()
})

const staleNow = () => (Object.keys(shown) as Shown[]).filter((name) => queries.getQueryState(shown[name])?.isInvalidated)

it.each<[HintKind, Shown[]]>([
  ['product.submit', ['queue', 'waiting', 'history', 'product', 'timeline']],
  ['product.approve', ['queue', 'waiting', 'history', 'product', 'timeline']],
  ['product.look', ['lookers']],
  ['bulk.change', ['bulk']],
  ['import.change', ['imports']],
  ['notification.change', ['bell']],
  ['user.register', ['history', 'people']],
  ['user.suspend', ['queue', 'waiting', 'history', 'people', 'product', 'otherProduct', 'edits', 'edit', 'me']],
  ['user.reactivate', ['queue', 'waiting', 'history', 'people', 'product', 'otherProduct', 'edits', 'edit', 'me']],
  ['chat.solve', ['history', 'chat']],
  ['chat.erase', ['history', 'chat', 'notes']],
  ['user.close', ['history', 'people', 'chat', 'notes', 'me']],
  ['settings.edit', ['history', 'settings', 'me']],
])('after %s these are refetched: %j', async (kind, expected) => {
  refresh.hint(kind, 'lamp')
  await vi.advanceTimersByTimeAsync(50)
  expect(staleNow()).toEqual(expected)
})

it('refetches the lists that contained what was deleted here, but not the deleted row', async () => {
  deletedIds.add('lamp')
  refresh.hint('product.delete', 'lamp')
  await vi.advanceTimersByTimeAsync(50)
  deletedIds.clear()
  expect(staleNow()).toEqual(['queue', 'waiting', 'history'])
})

it('does not ask for a product that is deleted here between its hint and the refetch', async () => {
  refresh.hint('product.submit', 'lamp')
  deletedIds.add('lamp')
  await vi.advanceTimersByTimeAsync(50)
  expect(staleNow()).toEqual(['queue', 'waiting', 'history'])
  deletedIds.clear()
})

it('makes everything stale after a reset, and after a hint of a kind that only a newer version knows', async () => {
  refresh.all()
  await vi.advanceTimersByTimeAsync(50)
  expect(staleNow()).toEqual(Object.keys(shown))
  for (const queryKey of Object.values(shown)) queries.setQueryData(queryKey, {} as never)
  refresh.hint('parcel.lost' as HintKind, 'lamp')
  await vi.advanceTimersByTimeAsync(300)
  expect(staleNow()).toEqual(Object.keys(shown))
})

it('answers a single hint at once, and a flood of them a few times a second', async () => {
  const asked = vi.spyOn(queries, 'invalidateQueries')
  refresh.hint('notification.change', 'anna')
  await vi.advanceTimersByTimeAsync(20)
  expect(asked).toHaveBeenCalledTimes(1)
  for (let hint = 0; hint < 1_000; hint += 1) {
    refresh.hint('notification.change', 'anna')
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(asked.mock.calls.length).toBeLessThanOrEqual(6)
})

it('a list is refetched at once, even if a notification was refetched a moment ago', async () => {
  refresh.hint('notification.change', 'anna')
  await vi.advanceTimersByTimeAsync(40)
  refresh.hint('product.approve', 'lamp')
  await vi.advanceTimersByTimeAsync(20)
  expect(staleNow()).toContain('queue')
})

it('the tab that decided, and already shows it, refetches a moment later, so that the screens of others come first', async () => {
  void writeOptimistically(queries, { id: 'lamp', show: () => () => {}, send: async () => {}, refused: () => {} })
  refresh.hint('product.approve', 'lamp')
  await vi.advanceTimersByTimeAsync(200)
  expect(staleNow()).toEqual([])
  await vi.advanceTimersByTimeAsync(50)
  expect(staleNow()).toContain('queue')
})

it('what a colleague decides is refetched at once, even in a tab that has just decided', async () => {
  void writeOptimistically(queries, { id: 'lamp', show: () => () => {}, send: async () => {}, refused: () => {} })
  refresh.hint('product.approve', 'lamp')
  refresh.hint('product.approve', 'chair')
  await vi.advanceTimersByTimeAsync(20)
  expect(staleNow()).toEqual(expect.arrayContaining(['queue', 'otherProduct']))
})

it('data of two products is refetched together, and none is forgotten', async () => {
  refresh.hint('product.edit', 'lamp')
  refresh.hint('product.edit', 'chair')
  await vi.advanceTimersByTimeAsync(20)
  expect(staleNow()).toEqual(expect.arrayContaining(['product', 'otherProduct']))
  for (const queryKey of Object.values(shown)) queries.setQueryData(queryKey, {} as never)
  refresh.hint('product.edit', 'lamp')
  await vi.advanceTimersByTimeAsync(20)
  expect(staleNow()).toEqual([])
  await vi.advanceTimersByTimeAsync(250)
  expect(staleNow()).toContain('product')
  expect(staleNow()).not.toContain('otherProduct')
})

it('it is settled when everything that was stale at that moment has been refetched, however much becomes stale later', async () => {
  let answer = (_: unknown) => {}
  const screen = new QueryObserver(queries, {
    queryKey: shown.settings,
    queryFn: () =>
      new Promise<unknown>((resolve) => {
        answer = resolve
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const close = screen.subscribe(() => {})
  let settled = false
  refresh.all()
  void refresh.settled().then(() => {
    settled = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect([screen.getCurrentResult().isFetching, settled]).toEqual([true, false])
  answer({})
  refresh.hint('bulk.change', 'many')
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).toBe(true)
  close()
})
