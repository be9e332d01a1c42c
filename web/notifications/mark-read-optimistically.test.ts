import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import type { Notification } from '#domain/notification.ts'
import { markReadOptimistically } from '#web/notifications/mark-read-optimistically.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'

const key = rpc.notifications.list.queryKey({ input: {} })
const notice = (id: string, isRead = false): Notification => ({
  id,
  userId: 'sally',
  productId: null,
  productTitle: null,
  message: `Notice ${id}`,
  type: 'info',
  status: null,
  reason: null,
  text: null,
  title: null,
  link: '/seller/orders',
  isRead,
  createdAt: '2026-11-20T10:00:00.000Z',
  person: null,
})
const listed = (...rows: Notification[]) => ({ rows, next: null, unread: rows.filter(({ isRead }) => !isRead).length })

let queries: QueryClient
const shown = () => {
  const { rows, unread } = queries.getQueryData(key) ?? listed()
  return { read: rows.flatMap(({ id, isRead }) => (isRead ? [id] : [])), unread }
}
beforeEach(() => {
  queries = new QueryClient()
  queries.setQueryData(key, listed(notice('1'), notice('2'), notice('3')))
})

it('two concurrent marks that are both refused leave both notifications unread, in any order of their answers', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const marks = [markReadOptimistically(queries, ['1']), markReadOptimistically(queries, ['2'])]
    expect(shown()).toEqual({ read: ['1', '2'], unread: 1 })
    for (const at of order) marks[at]?.()
    expect(shown()).toEqual({ read: [], unread: 3 })
  }
})

it('a refused mark leaves the optimistic update of another one in place', () => {
  const first = markReadOptimistically(queries, ['1'])
  markReadOptimistically(queries, ['2'])
  first()
  expect(shown()).toEqual({ read: ['2'], unread: 2 })
})

it('a refusal does not undo what the server answered meanwhile', () => {
  const undo = markReadOptimistically(queries, ['1'])
  // Another window has marked it, so the server's answer equals the optimistic update.
  queries.setQueryData(key, listed(notice('1', true), notice('2'), notice('3')))
  undo()
  expect(shown()).toEqual({ read: ['1'], unread: 2 })
})

it('a late refusal changes nothing on the screen of the next person', () => {
  const undo = markReadOptimistically(queries, ['1'])
  queries.removeQueries()
  queries.setQueryData(key, listed(notice('of Ben')))
  undo()
  expect(shown()).toEqual({ read: [], unread: 1 })
})
