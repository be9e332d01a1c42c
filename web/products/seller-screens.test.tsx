import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '#contract/users.ts'
import { emptyFields, type Product } from '#domain/product.ts'
import { defaultSettings } from '#domain/settings.ts'
import { routerOptions } from '#web/app/router.tsx'
import { meQuery, queries } from '#web/platform/queries/queries.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { signOut } from '#web/platform/session/auth.ts'

/** Typed calls capture `fetch` when they are loaded, so it is replaced before. Only a sign-out and the `answers` of a test are answered. */
const server = vi.hoisted(() => {
  const fake = { asked: [] as string[], sent: [] as string[], answers: {} as Record<string, () => Response> }
  globalThis.fetch = async (request) => {
    const { pathname } = new URL(request instanceof Request ? request.url : String(request), location.origin)
    fake.asked.push(pathname)
    if (request instanceof Request) fake.sent.push(await request.clone().text())
    const answer = Object.entries(fake.answers).find(([path]) => pathname.endsWith(path))?.[1]
    if (answer) return answer()
    return pathname.endsWith('/sign-out') ? Promise.resolve(Response.json({})) : new Promise<Response>(() => {})
  }
  return fake
})

const settings = { ...defaultSettings, currency: 'EUR', timeZone: 'UTC' }
const anna: Me = {
  id: 'anna',
  name: 'Anna',
  email: 'anna@example.com',
  role: 'seller',
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  isSupport: false,
  lacksSecondFactor: false,
  avatar: null,
}
const at = '2026-11-01T10:00:00.000Z'
const chair: Product = {
  ...emptyFields,
  id: 'p1',
  title: 'Oak chair',
  description: 'Solid.',
  price: 12_000,
  category: 'Home',
  stock: 2,
  images: [],
  status: 'archived',
  version: 1,
  seller_id: 'anna',
  seller: { id: 'anna', name: 'Anna', shopName: '', avatar: null },
  rejectionReason: null,
  rejection: null,
  unfinished: false,
  archivedByAdmin: false,
  editRequestId: null,
  created_at: at,
  updated_at: at,
  updatedAt: at,
  submittedAt: at,
}

/** Opens a screen as this seller. The server does not answer; a test may fill the cache before. */
function open(address: string, user: Me = anna) {
  cleanup()
  queries.setQueryData(meQuery.queryKey, { user, settings })
  const router = createRouter({ ...routerOptions, history: createMemoryHistory({ initialEntries: [address] }) })
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  Object.assign(server, { asked: [], sent: [], answers: {} })
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  queries.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const title = () => screen.findByLabelText(/^Title/) as Promise<HTMLInputElement>
const type = async (text: string) => fireEvent.input(await title(), { target: { value: text } })
const storedInputs = () => Object.entries(localStorage).filter(([key]) => key.startsWith('backstall-unsaved:'))
const uuid = /^[0-9a-f-]{36}$/
const creationIn = (stored: string) => stored.match(/"creation":"([^"]+)"/)?.[1]
const keyIn = (sent: string) => sent.match(/"key":"([^"]+)"/)?.[1]
const offer = () => screen.queryByRole('button', { name: 'Continue where you left off' })

it('the form of a product says that a typed category is a new one', async () => {
  open('/seller/products/add')
  const category = await screen.findByRole('combobox', { name: /^Category/ })
  const hint = () => document.getElementById(`${category.id}-hint`)?.textContent
  fireEvent.change(category, { target: { value: 'Vintage maps' } })
  expect(hint()).toBe('Not in the list: this is a new category.')
  fireEvent.change(category, { target: { value: 'hOME ' } })
  expect(hint()).toBe('Choose one, or type a new one')
})

it('the form of a product takes free text in the direction of its language, and numbers from left to right', async () => {
  open('/seller/products/add')
  const directions = [/^Title/, /^Description/, /^Category/, /^Price/, /^Stock/].map(
    async (label) => (await screen.findByLabelText(label)).dir,
  )
  expect(await Promise.all(directions)).toEqual(['auto', 'auto', 'auto', '', ''])
})

describe('a form that was left with unsaved input', () => {
  beforeEach(async () => {
    open('/seller/products/add')
    await type('Blue teapot')
    await waitFor(() => expect(JSON.stringify(storedInputs())).toContain('Blue teapot'))
  })

  it('offers it on return, and restores it when the seller chooses to', async () => {
    open('/seller/products/add')
    expect((await title()).value).toBe('')
    fireEvent.click(await screen.findByRole('button', { name: 'Continue where you left off' }))
    expect((await title()).value).toBe('Blue teapot')
    expect(offer()).toBe(null)
    expect(storedInputs()).toHaveLength(1)
  })

  it('creates another product when the seller answers nothing and saves', async () => {
    const [former] = storedInputs().map(([, stored]) => creationIn(stored))
    open('/seller/products/add')
    await screen.findByRole('button', { name: 'Continue where you left off' })
    await type('Red teapot')
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
    await waitFor(() => expect(server.sent.join()).toContain('Red teapot'))
    const [created] = server.sent.filter((body) => body.includes('Red teapot')).map(keyIn)
    expect(created).toMatch(uuid)
    expect(former).toMatch(uuid)
    expect(created).not.toBe(former)
  })

  it('offers it again after the seller has answered nothing and saved another product', async () => {
    const created = { ...chair, id: 'p2', title: 'Red teapot', status: 'draft' }
    for (const call of ['/products/create', '/products/edit']) server.answers[call] = () => Response.json({ json: created })
    open('/seller/products/add')
    await screen.findByRole('button', { name: 'Continue where you left off' })
    await type('Red teapot')
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
    await waitFor(() => expect(screen.queryByLabelText(/^Title/)).toBe(null))
    open('/seller/products/add')
    fireEvent.click(await screen.findByRole('button', { name: 'Continue where you left off' }))
    expect((await title()).value).toBe('Blue teapot')
  })

  it('keeps the offer while the server does not say which images it has, and says so if it has none', async () => {
    for (const [key, stored] of storedInputs()) localStorage.setItem(key, stored.replace('"pictures":false', '"pictures":true'))
    server.answers['/uploads'] = () => Response.json({}, { status: 500 })
    open('/seller/products/add')
    const goOn = () => screen.findByRole('button', { name: 'Continue where you left off' })
    fireEvent.click(await goOn())
    await waitFor(() => expect(server.asked.some((path) => path.endsWith('/uploads'))).toBe(true))
    await waitFor(async () => expect((await goOn()).getAttribute('aria-busy')).toBe(null))
    expect((await title()).value).toBe('')
    server.answers['/uploads'] = () => Response.json({ json: [] })
    fireEvent.click(await goOn())
    await waitFor(async () => expect((await title()).value).toBe('Blue teapot'))
    expect(offer()).toBe(null)
    expect(await screen.findByText('The images you chose could not be kept. Choose them again.')).toBeDefined()
  })

  it('deletes it when the seller starts afresh', async () => {
    open('/seller/products/add')
    fireEvent.click(await screen.findByRole('button', { name: 'Start over' }))
    await waitFor(() => expect(storedInputs()).toEqual([]))
    expect((await title()).value).toBe('')
  })

  it('shows nothing of it to another person on the same device', async () => {
    open('/seller/products/add', { ...anna, id: 'ben', name: 'Ben' })
    await title()
    expect(offer()).toBe(null)
    expect(document.body.textContent).not.toContain('Blue teapot')
  })

  it('deletes it at sign-out, even where it was typed a moment before', async () => {
    await type('Blue teapot with a lid')
    await signOut()
    cleanup()
    expect(storedInputs()).toEqual([])
  })
})

it('the description is shown with its formatting before it is saved, as it is typed', async () => {
  open('/seller/products/add')
  const field = await screen.findByLabelText(/^Description/)
  fireEvent.input(field, { target: { value: 'A **sturdy** pot' } })
  const preview = screen.getByText('Preview').closest('details') as HTMLDetailsElement
  expect(preview.querySelector('strong')).toBe(null)
  preview.open = true
  fireEvent(preview, new Event('toggle'))
  await waitFor(() => expect(preview.querySelector('strong')?.textContent).toBe('sturdy'))
  fireEvent.input(field, { target: { value: 'A **green** pot' } })
  await waitFor(() => expect(preview.querySelector('strong')?.textContent).toBe('green'))
})

describe('an archived product', () => {
  const show = async (product: Product) => {
    queries.setQueryData(rpc.products.get.queryKey({ input: { id: 'p1' } }), product)
    queries.setQueryData(rpc.editRequests.list.queryKey({ input: { product_id: 'p1', limit: 1 } }), { rows: [], next: null })
    open('/seller/products/p1')
    return screen.findByRole('button', { name: 'Restore' })
  }

  it('is restored by its seller, once, however often it is clicked', async () => {
    const restore = await show(chair)
    fireEvent.click(restore, { detail: 1 })
    fireEvent.click(restore, { detail: 2 })
    fireEvent.click(restore, { detail: 1 })
    await waitFor(() => expect(server.asked.some((path) => path.endsWith('/restore'))).toBe(true))
    expect(server.asked.filter((path) => path.endsWith('/restore'))).toHaveLength(1)
  })

  it('is not shown as never submitted where only this seller did not, since a former owner may have', async () => {
    queries.setQueryData(rpc.products.attempts.queryKey({ input: { id: 'p1' } }), [])
    await show(chair)
    expect(await screen.findByText('You have not submitted it for approval.')).toBeDefined()
    expect(screen.queryByText('It was never submitted for approval.')).toBe(null)
  })

  it('says so where only an admin may restore it, and calls nothing', async () => {
    const restore = await show({ ...chair, archivedByAdmin: true })
    expect(restore.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(restore, { detail: 1 })
    expect(within(screen.getByRole('main')).getByText(/only an administrator can restore it/)).toBeDefined()
    expect(server.asked.filter((path) => path.endsWith('/restore'))).toEqual([])
  })
})
