// @vitest-environment node
import { expect, it } from 'vitest'
import type { Notification } from '#domain/notification.ts'
import { groupNotices } from '#web/notifications/group-notices.ts'

const [ingrid, tomas] = ['ingrid', 'tomas'].map((id) => ({ id, name: id, shopName: '', avatar: null }))
let count = 0
const notice = (change: Partial<Notification>): Notification => {
  count += 1
  return {
    id: `${count}`,
    userId: 'ada',
    productId: null,
    productTitle: null,
    message: `Notice ${count}`,
    type: 'info',
    status: null,
    text: null,
    title: null,
    reason: null,
    link: null,
    isRead: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    person: null,
    ...change,
  }
}
const message = (chat: string, change: Partial<Notification> = {}) => notice({ type: 'chat', link: `/admin/chat/${chat}`, ...change })
const pending = (link: string, change: Partial<Notification> = {}) =>
  notice({ type: 'product_approval', status: 'pending', link: `/admin/${link}=1`, person: ingrid ?? null, ...change })
const shown = (rows: Notification[]) => groupNotices(rows).map(({ kind, notices }) => `${kind} ${notices.map(({ id }) => id).join()}`)

it('messages of one chat stand as one where the newest of them does, and those of another chat apart', () => {
  const rows = [message('a'), message('b'), message('a'), message('a')]
  expect(shown(rows)).toEqual([`messages ${[rows[0], rows[2], rows[3]].map((row) => row?.id).join()}`, `single ${rows[1]?.id}`])
  expect(groupNotices(rows)[0]?.newest).toBe(rows[0])
})

it('a single message of support is shown as one of support, whose name it lacks; one of a buyer has its person', () => {
  const rows = [notice({ type: 'chat', link: '/chat' }), message('a', { person: ingrid ?? null })]
  expect(groupNotices(rows).map(({ kind }) => kind)).toEqual(['messages', 'single'])
})

it('a group that another notification joins keeps its key, so that it stays selected', () => {
  const rows = [message('a'), message('a')]
  const key = groupNotices(rows)[0]?.key
  const [joined] = groupNotices([message('a'), message('b'), ...rows])
  expect([joined?.key, joined?.notices.length]).toEqual([key, 3])
  expect(groupNotices(rows.slice(1))[0]).toMatchObject({ key, kind: 'single' })
})

it('products and changes of one seller are grouped by themselves, and never with those of another', () => {
  const rows = [
    pending('product-approval?product'),
    pending('product-approval?product'),
    pending('edit-requests?request'),
    pending('edit-requests?request'),
    pending('product-approval?product', { person: tomas ?? null }),
  ]
  expect(groupNotices(rows).map(({ kind, notices }) => [kind, notices.length])).toEqual([
    ['products', 2],
    ['changes', 2],
    ['single', 1],
  ])
})

it('new orders are grouped, and never with lines that were cancelled', () => {
  const order = (text: string) => notice({ text, link: '/seller/orders/1' })
  const rows = [order('order.placed'), order('order.cancelled'), order('order.placed'), order('order.cancelled')]
  expect(groupNotices(rows).map(({ kind, notices }) => [kind, notices.length])).toEqual([
    ['orders', 2],
    ['single', 1],
    ['single', 1],
  ])
})

it.each([
  ['read and unread ones', message('a'), message('a', { isRead: true })],
  ['those of different days', message('a'), message('a', { createdAt: '2026-11-17T10:00:00.000Z' })],
  [
    'decisions',
    pending('x', { status: 'approved', link: '/seller/products/edit/1' }),
    pending('x', { status: 'approved', link: '/seller/products/edit/1' }),
  ],
  ['announcements', notice({}), notice({})],
  [
    'products without a known seller',
    pending('product-approval?product', { person: null }),
    pending('product-approval?product', { person: null }),
  ],
])('%s stay apart', (_, ...rows) => {
  expect(groupNotices(rows).map(({ kind }) => kind)).toEqual(['single', 'single'])
})
