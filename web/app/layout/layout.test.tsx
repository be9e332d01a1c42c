import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '#contract/users.ts'
import { defaultSettings } from '#domain/settings.ts'
import type { Role } from '#domain/user.ts'

let narrow = false
// Modules read the width and the system's theme when they are loaded; jsdom has neither.
vi.stubGlobal('matchMedia', (query: string) => ({
  get matches() {
    return query.includes('max-width') && narrow
  },
  addEventListener: () => {},
  removeEventListener: () => {},
}))
const { meQuery, queries } = await import('#web/platform/queries/queries.ts')
const { rpc } = await import('#web/platform/rpc/rpc.ts')
const { routerOptions } = await import('#web/app/router.tsx')

const person = (role: Role, lacksSecondFactor: boolean): Me => ({
  id: 'p1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role,
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  isSupport: false,
  lacksSecondFactor,
  avatar: null,
})

/** Opens a page inside the layout: the profile, which is the lightest screen, or the one at `path`. */
async function open(role: Role, { pending = 0, unread = 0, path = '/profile', lacksSecondFactor = false } = {}) {
  const settings = { ...defaultSettings, currency: 'EUR', timeZone: 'UTC' }
  queries.setQueryData(meQuery.queryKey, { user: person(role, lacksSecondFactor), settings })
  queries.setQueryData(rpc.products.waiting.queryKey(), { pending })
  queries.setQueryData(rpc.notifications.list.queryKey({ input: {} }), { rows: [], next: null, unread })
  const router = createRouter({ ...routerOptions, history: createMemoryHistory({ initialEntries: [path] }) })
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await (path === '/profile'
    ? screen.findByRole('heading', { level: 1, name: 'Profile' })
    : screen.findByRole('navigation', { name: 'Main' }))
}

const main = () => screen.queryByRole('navigation', { name: 'Main' })
const names = () => within(main() ?? document.body).getAllByRole('link')

beforeEach(() => {
  narrow = false
  localStorage.clear()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  vi.stubGlobal('scrollTo', () => {})
})
afterEach(() => {
  cleanup()
  queries.clear()
})

describe('the layout (product §9)', () => {
  it.each([
    [
      'admin',
      [
        'Dashboard',
        'Product approval',
        'Edit requests',
        'Products',
        'User management',
        'Sales',
        'Orders',
        'Chats',
        'History',
        'Settings',
        'Profile',
      ],
    ],
    ['seller', ['Products', 'Orders', 'Chat', 'Profile']],
  ] as const)('links an %s to exactly these pages', async (role, expected) => {
    await open(role)
    expect(names().map(({ textContent }) => textContent)).toEqual(expected)
  })

  it('links an admin who has to set up a second factor first to their profile alone, and asks for nothing that the server refuses', async () => {
    const asked = vi.fn((_: string | Request) => new Promise(() => {}))
    vi.stubGlobal('fetch', asked)
    await open('admin', { pending: 3, unread: 3, lacksSecondFactor: true })
    expect(names().map(({ textContent }) => textContent)).toEqual(['Profile'])
    for (const name of [/^Notifications/, /^Search/]) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('status')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Account menu' }))
    expect(screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual(['Profile', 'Sign out'])
    const paths = asked.mock.calls.map(([to]) => new URL(typeof to === 'string' ? to : to.url, location.href).pathname)
    expect([...new Set(paths)]).toEqual(['/rpc/account/get'])
  })

  it('has the count of waiting products beside the link, in a name that starts with the link', async () => {
    await open('admin', { pending: 3 })
    expect(screen.getByRole('link', { name: 'Product approval, 3 pending' })).toBeDefined()
    cleanup()
    await open('admin', { pending: 1000 })
    expect(screen.getByRole('link', { name: 'Product approval, 999+ pending' })).toBeDefined()
  })

  it.each([
    ['/admin/orders/o1', 'Orders'],
    ['/admin/users/u1', 'User management'],
    ['/admin/chat/c1', 'Chats'],
  ])('marks the list that the item at %s belongs to, and no other', async (path, list) => {
    await open('admin', { path })
    const current = names().filter((link) => link.getAttribute('aria-current') === 'page')
    expect(current.map(({ textContent }) => textContent)).toEqual([list])
  })

  it('has the number of unread notifications on the bell', async () => {
    await open('seller', { unread: 3 })
    expect(screen.getByRole('button', { name: 'Notifications, 3 unread' })).toBeDefined()
    cleanup()
    await open('seller')
    expect(screen.getByRole('button', { name: 'Notifications, none unread' })).toBeDefined()
  })

  it('hides the sidebar on request, and remembers it', async () => {
    await open('seller')
    const toggle = screen.getByRole('button', { name: 'Toggle sidebar' })
    expect(toggle.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(toggle)
    expect(main()).toBeNull()
    cleanup()
    await open('seller')
    expect(main()).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Toggle sidebar' }))
    expect(main()).not.toBeNull()
  })

  it('has the navigation in a closed drawer on a narrow screen', async () => {
    narrow = true
    await open('seller')
    expect(main()).toBeNull()
    expect(screen.getByRole('button', { name: 'Toggle sidebar' }).getAttribute('aria-expanded')).toBe('false')
  })

  it('goes from light to dark to the system’s theme, and remembers it', async () => {
    await open('seller')
    const toggle = screen.getByRole('button', { name: 'Toggle theme' })
    const shown = ['dark', 'auto', 'light'].map((theme) => {
      fireEvent.click(toggle)
      return [localStorage.getItem('backstall-theme') === theme, document.documentElement.getAttribute('data-theme')]
    })
    expect(shown).toEqual([
      [true, 'dark'],
      [true, 'light'],
      [true, 'light'],
    ])
  })

  it('has one status line, an account menu and no file input', async () => {
    await open('seller')
    expect(screen.getByRole('status').textContent).toBe('Catching up')
    fireEvent.click(screen.getByRole('button', { name: 'Account menu' }))
    expect(screen.getByText('ada@example.com')).toBeTruthy()
    expect(screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'Notifications',
      'Sign out',
    ])
    expect(document.querySelector('input[type=file]')).toBeNull()
  })

  it('shows nothing more once the session has ended', async () => {
    await open('seller')
    queries.setQueryData(meQuery.queryKey, (cached) => cached && { ...cached, user: null })
    await waitFor(() => expect(main()).toBeNull())
    expect(screen.queryByText('ada@example.com')).toBeNull()
  })
})
