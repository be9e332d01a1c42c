import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { limits } from '#domain/limits.ts'
import type { Notification } from '#domain/notification.ts'
import { Refused, renderApp, sally } from '#web/testing/render-app.tsx'
import { toasts } from '#web/ui/toasts.ts'

// Loads one of the link targets ahead, so that the tests do not wait for it.
await import('#web/orders/OrderListPages.tsx')

let app: Awaited<ReturnType<typeof renderApp>>

const notice = (id: string): Notification => ({
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
  isRead: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  person: null,
})

/** Sally's notifications, with a server whose answers to marks the test controls. */
async function open(count: number, listed = count, change: (at: number) => Partial<Notification> = () => ({})) {
  const notices = Array.from({ length: count }, (_, at) => ({ ...notice(`${at + 1}`), ...change(at) }))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const unread = () => notices.filter(({ isRead }) => !isRead)
  const markRead = async ({ ids, older = false }: Record<string, unknown>) => {
    await promise
    for (const one of notices) if (older || (ids as string[]).includes(one.id)) one.isRead = true
    return { unread: unread().length }
  }
  const answers = {
    'notifications/list': () => ({ rows: structuredClone(notices.slice(0, listed)), next: null, unread: unread().length }),
    'notifications/unread': () => ({
      ids: unread()
        .slice(0, limits.notification.markReadMax)
        .map(({ id }) => id),
    }),
    'notifications/markRead': markRead,
    'orders/listOwn': () => ({ rows: [], next: null }),
    'chats/open': () => new Promise(() => {}),
  }
  app = await renderApp('/notifications', [], { user: sally, answers })
  await within(screen.getByRole('main')).findByText('Notice 1')
  return { resolve, refuse: () => reject(new Refused(429, 'too-many-requests', 'Too many attempts. Wait a little, then try again.')) }
}
const bell = (name: string) => screen.findByRole('button', { name })
const unreadRows = () => within(screen.getByRole('main')).queryAllByText('Unread:').length

it('all notifications show as read at once, and stay so after the server’s answer', async () => {
  const server = await open(3)
  await bell('Notifications, 3 unread')
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await bell('Notifications, none unread')
  expect(unreadRows()).toBe(0)
  server.resolve()
  const asked = app.sent('notifications/list').length
  await waitFor(() => expect(app.sent('notifications/list').length).toBeGreaterThan(asked))
  expect(app.sent('notifications/markRead')).toEqual([{ ids: ['1', '2', '3'] }])
  await bell('Notifications, none unread')
  expect(toasts.read()).toEqual([])
})

it('a notification that the server refuses to mark shows as unread again, with the reason', async () => {
  const server = await open(2)
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await bell('Notifications, none unread')
  server.refuse()
  await bell('Notifications, 2 unread')
  await waitFor(() => expect(unreadRows()).toBe(2))
  expect(toasts.read().map(({ text }) => text)).toEqual([
    'These notifications are still unread. Too many attempts. Wait a little, then try again.',
  ])
})

it('older ones are marked too if one batch cannot name all', async () => {
  const server = await open(1_200, 50)
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(app.sent('notifications/markRead')).toMatchObject([{ older: true }]))
  server.resolve()
  await bell('Notifications, none unread')
})

it('an opened notification shows as read at once, and as unread again after a refusal, also on another screen', async () => {
  const server = await open(2)
  fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Notice 2' }))
  await screen.findByRole('heading', { level: 1, name: 'Orders' })
  await bell('Notifications, 1 unread')
  server.refuse()
  await bell('Notifications, 2 unread')
  expect(toasts.read()[0]?.text).toMatch(/^This notification is still unread\. /)
})

it('messages of one chat show as one, and opening it marks exactly those as read', async () => {
  const server = await open(4, 4, (at) => (at === 0 ? {} : { type: 'chat', link: '/chat' }))
  await bell('Notifications, 4 unread')
  const group = within(screen.getByRole('main')).getByRole('link', { name: '3 messages from support.' })
  expect(group.closest('li')?.textContent).toMatch(/^Unread: 3 messages from support\.Notice 2/)
  fireEvent.click(group)
  await bell('Notifications, 1 unread')
  server.resolve()
  await waitFor(() => expect(app.sent('notifications/markRead')).toEqual([{ ids: ['2', '3', '4'] }]))
})

it('new orders of a day show as one, which names the first of them', async () => {
  await open(6, 6, (at) => (at === 0 ? {} : { text: 'order.placed', title: `${1_000 + at}` }))
  const group = within(screen.getByRole('main')).getByRole('link', { name: '5 new orders.' })
  expect(group.closest('li')?.textContent).toMatch(/^Unread: 5 new orders\.1001, 1002, 1003 and 2 more/)
})

it('selected ones are marked together, a group as one, and the others stay unread', async () => {
  const server = await open(4, 4, (at) => (at < 2 ? {} : { type: 'chat', link: '/chat' }))
  await bell('Notifications, 4 unread')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select 2 messages from support.' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Notice 2' }))
  await screen.findByText('2 selected')
  fireEvent.click(screen.getByRole('button', { name: 'Mark as read' }))
  await bell('Notifications, 1 unread')
  expect(screen.queryByText('2 selected')).toBeNull()
  expect(screen.getAllByRole('checkbox', { name: /^Select / }).map((box) => box.getAttribute('aria-label') ?? 'Select all shown')).toEqual([
    'Select all shown',
    'Select Notice 1',
  ])
  server.resolve()
  await waitFor(() => expect(app.sent('notifications/markRead')).toEqual([{ ids: ['2', '3', '4'] }]))
})

it('all unread ones can be selected, and a read one cannot', async () => {
  await open(3, 3, (at) => ({ isRead: at === 0 }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
  const count = await screen.findByText('2 selected')
  expect(screen.queryByRole('checkbox', { name: 'Select Notice 1' })).toBeNull()
  const clear = screen.getByRole('button', { name: 'Clear selection' })
  clear.focus()
  fireEvent.click(clear)
  await waitFor(() => expect(document.activeElement).toBe(count.parentElement))
})

it('people search their notifications on the server, and cannot mark all as read meanwhile', async () => {
  await open(3)
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'lamp' } })
  await waitFor(() => expect(app.sent('notifications/list').at(-1)).toMatchObject({ search: 'lamp' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
})
