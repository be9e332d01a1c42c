import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Me } from '#contract/users.ts'
import type { Product } from '#domain/product.ts'
import { signOut } from '#web/platform/session/auth.ts'
import { product, refuses, renderApp, sally } from '#web/testing/render-app.tsx'

const never = () => new Promise(() => {})
let app: Awaited<ReturnType<typeof renderApp>>

/** Opens a screen as this seller, as after a reload. */
async function open(address: string, user: Me = sally, shelf: Product[] = []) {
  cleanup()
  app = await renderApp(address, shelf, { user })
}

afterEach(() => localStorage.clear())

const title = () => screen.findByLabelText(/^Title/) as Promise<HTMLInputElement>
const type = async (text: string) => fireEvent.input(await title(), { target: { value: text } })
const storedInputs = () => Object.entries(localStorage).filter(([key]) => key.startsWith('backstall-unsaved:'))
const uuid = /^[0-9a-f-]{36}$/
const creationIn = (stored: string) => stored.match(/"creation":"([^"]+)"/)?.[1]
const offer = () => screen.queryByRole('button', { name: 'Continue where you left off' })

it('the form of a product says that a typed category is a new one', async () => {
  await open('/seller/products/add')
  const category = await screen.findByRole('combobox', { name: /^Category/ })
  const hint = () => document.getElementById(`${category.id}-hint`)?.textContent
  fireEvent.change(category, { target: { value: 'Vintage maps' } })
  expect(hint()).toBe('Not in the list: this is a new category.')
  fireEvent.change(category, { target: { value: 'hOME ' } })
  expect(hint()).toBe('Choose one, or type a new one')
})

it('a seller who submits too early sees what is missing beside its field', async () => {
  await open('/seller/products/add')
  await type('Blue teapot')
  const inView = vi.spyOn(Element.prototype, 'scrollIntoView')
  fireEvent.click(screen.getByRole('button', { name: 'Submit for approval' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Description/)))
  expect(inView.mock.contexts.map((part) => (part as Element).textContent)).toEqual([
    expect.stringMatching(/^Description.*Describe it before it goes to review\.$/),
  ])
  inView.mockRestore()
})

it('the form of a product takes free text in the direction of its language, and numbers from left to right', async () => {
  await open('/seller/products/add')
  const directions = [/^Title/, /^Description/, /^Category/, /^Price/, /^Stock/].map(
    async (label) => (await screen.findByLabelText(label)).dir,
  )
  expect(await Promise.all(directions)).toEqual(['auto', 'auto', 'auto', '', ''])
})

describe('a form that was left with unsaved input', () => {
  beforeEach(async () => {
    await open('/seller/products/add')
    await type('Blue teapot')
    await waitFor(() => expect(JSON.stringify(storedInputs())).toContain('Blue teapot'))
  })

  it('offers it on return, and restores it when the seller chooses to', async () => {
    await open('/seller/products/add')
    expect((await title()).value).toBe('')
    const goOn = await screen.findByRole('button', { name: 'Continue where you left off' })
    fireEvent.click(goOn)
    expect((await title()).value).toBe('Blue teapot')
    expect(offer()).toBe(null)
    expect(storedInputs()).toHaveLength(1)
  })

  it('leaves what the seller typed before choosing to continue', async () => {
    await open('/seller/products/add')
    const goOn = await screen.findByRole('button', { name: 'Continue where you left off' })
    await type('Red teapot')
    fireEvent.click(goOn)
    await waitFor(() => expect(offer()).toBe(null))
    expect((await title()).value).toBe('Red teapot')
  })

  it('creates another product when the seller answers nothing and saves', async () => {
    const [former] = storedInputs().map(([, stored]) => creationIn(stored))
    await open('/seller/products/add')
    await screen.findByRole('button', { name: 'Continue where you left off' })
    app.answers['products/create'] = never
    await type('Red teapot')
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
    await waitFor(() => expect(app.sent('products/create')).toMatchObject([{ title: 'Red teapot' }]))
    const created = app.sent('products/create')[0]?.key
    expect(created).toMatch(uuid)
    expect(former).toMatch(uuid)
    expect(created).not.toBe(former)
  })

  it('offers it again after the seller has answered nothing and saved another product', async () => {
    await open('/seller/products/add')
    for (const call of ['create', 'edit']) app.answers[`products/${call}`] = () => product('2', { title: 'Red teapot', status: 'draft' })
    await screen.findByRole('button', { name: 'Continue where you left off' })
    await type('Red teapot')
    fireEvent.click(screen.getByRole('button', { name: 'Save draft' }))
    await waitFor(() => expect(screen.queryByLabelText(/^Title/)).toBe(null))
    await open('/seller/products/add')
    fireEvent.click(await screen.findByRole('button', { name: 'Continue where you left off' }))
    expect((await title()).value).toBe('Blue teapot')
  })

  it('keeps the offer while the server does not say which images it has, and says so if it has none', async () => {
    for (const [key, stored] of storedInputs()) localStorage.setItem(key, stored.replace('"pictures":false', '"pictures":true'))
    await open('/seller/products/add')
    app.answers['products/uploads'] = refuses(500, 'internal', 'Broken.')
    const goOn = () => screen.findByRole('button', { name: 'Continue where you left off' })
    fireEvent.click(await goOn())
    await waitFor(() => expect(app.sent('products/uploads')).toHaveLength(1))
    await waitFor(async () => expect((await goOn()).getAttribute('aria-busy')).toBe(null))
    expect((await title()).value).toBe('')
    app.answers['products/uploads'] = () => []
    fireEvent.click(await goOn())
    await waitFor(async () => expect((await title()).value).toBe('Blue teapot'))
    expect(offer()).toBe(null)
    expect(await screen.findByText('The images you chose could not be kept. Choose them again.')).toBeDefined()
  })

  it('says which images could not be kept, before and after the seller continues', async () => {
    const images = '"pictures":true,"paths":["p1.png"],"unfinished":[{"name":"p0.png","at":0}]'
    for (const [key, stored] of storedInputs()) localStorage.setItem(key, stored.replace(/"pictures":false[^}]*?(?=,"creation")/, images))
    await open('/seller/products/add')
    app.answers['products/uploads'] = () => [{ url: '/files/p1.png', path: 'p1.png', name: 'p1.png', width: 4, height: 3, thumbnails: {} }]
    const goOn = await screen.findByRole('button', { name: 'Continue where you left off' })
    expect(screen.getByText('Not in this form yet: title and images')).toBeDefined()
    expect(screen.getByText('Not completely uploaded: “p0.png”. Choose again what is missing.')).toBeDefined()
    fireEvent.click(goOn)
    expect(await screen.findByText('“p0.png” could not be kept. Choose it again.')).toBeDefined()
    expect(screen.getByRole('img', { name: /p1.png/ })).toBeDefined()
  })

  it('promises no images where none was stored', async () => {
    const images = '"pictures":true,"paths":[],"unfinished":[{"name":"p0.png","at":0}]'
    for (const [key, stored] of storedInputs()) localStorage.setItem(key, stored.replace(/"pictures":false[^}]*?(?=,"creation")/, images))
    await open('/seller/products/add')
    expect(await screen.findByText('Not in this form yet: title')).toBeDefined()
    expect(screen.queryByText(/are kept for one day/)).toBe(null)
  })

  it('deletes it when the seller starts afresh', async () => {
    await open('/seller/products/add')
    fireEvent.click(await screen.findByRole('button', { name: 'Start over' }))
    await waitFor(() => expect(storedInputs()).toEqual([]))
    expect((await title()).value).toBe('')
  })

  it('shows nothing of it to another person on the same device', async () => {
    await open('/seller/products/add', { ...sally, id: 'ben', name: 'Ben' })
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
  await open('/seller/products/add')
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
  const show = async (change: Partial<Product> = {}) => {
    await open('/seller/products/1', sally, [product('1', { status: 'archived', ...change })])
    app.answers['products/restore'] = never
    return screen.findByRole('button', { name: 'Restore' })
  }

  it('is restored by its seller, once, however often it is clicked', async () => {
    const restore = await show()
    fireEvent.click(restore, { detail: 1 })
    fireEvent.click(restore, { detail: 2 })
    fireEvent.click(restore, { detail: 1 })
    await waitFor(() => expect(app.sent('products/restore')).toHaveLength(1))
  })

  it('is not shown as never submitted where only this seller did not, since a former owner may have', async () => {
    await show()
    expect(await screen.findByText('You have not submitted it for approval.')).toBeDefined()
    expect(screen.queryByText('It was never submitted for approval.')).toBe(null)
  })

  it('says so where only an admin may restore it, and calls nothing', async () => {
    const restore = await show({ archivedByAdmin: true })
    expect(restore.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(restore, { detail: 1 })
    expect(within(screen.getByRole('main')).getByText(/only an administrator can restore it/)).toBeDefined()
    expect(app.sent('products/restore')).toEqual([])
  })
})
