import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Product } from '#domain/product.ts'
import { openDesk, product, sally } from '#web/testing/desk.tsx'

// Whole screens are drawn here, on machines that may be busy.
vi.setConfig({ testTimeout: 40_000 })
let desk: Awaited<ReturnType<typeof openDesk>>
afterEach(() => desk.close())

const later = '2030-01-01T00:00:00.000Z'
const row = () => screen.getByText(/^Lamp 1/).closest('tr') as HTMLElement
const never = () => new Promise(() => {})

/** The list of a seller whose next question for it is never answered. */
async function savedList(shelf: Product[], answers: Parameters<typeof openDesk>[2] & object) {
  desk = await openDesk('/seller/products', shelf, { user: sally, ...answers })
  await screen.findByText('Lamp 1')
}

describe('what a seller saved stands on the list at once, though the list is not answered yet', () => {
  it('with its new title, price and stock', async () => {
    const edited = (change: object) => ({
      ...product('1', { status: 'approved' }),
      ...change,
      updated_at: later,
      applied: ['price'],
      waiting: [],
    })
    await savedList([product('1', { status: 'approved' })], { answers: { 'products/edit': ({ change }) => edited(change as object) } })
    expect(row().textContent).toContain('€19.90')
    fireEvent.click(within(row()).getByRole('link', { name: 'Edit' }))
    await screen.findByLabelText(/^Title/)
    fireEvent.input(screen.getByLabelText(/^Price/), { target: { value: '25' } })
    fireEvent.input(screen.getByLabelText(/^Stock/), { target: { value: '77' } })
    desk.answers['products/list'] = never
    fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
    await screen.findByRole('searchbox', { name: 'Search' })
    expect(row().textContent).toContain('€25.00')
    expect(row().textContent).toContain('77')
    expect(row().textContent).not.toContain('€19.90')
  })

  it('with the status that a move gave it', async () => {
    await savedList([product('1', { status: 'approved' })], {})
    desk.answers['products/list'] = never
    fireEvent.click(within(row()).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(row().textContent).toContain('Archived'))
  })

  it('and gives way to what the server says afterwards', async () => {
    const shelf = [product('1', { status: 'approved' })]
    await savedList(shelf, {})
    fireEvent.click(within(row()).getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(row().textContent).toContain('Archived'))
    Object.assign(shelf[0] ?? {}, { title: 'Lamp 1 of brass', status: 'approved', updatedAt: later })
    await act(() => desk.refresh())
    await waitFor(() => expect(row().textContent).toContain('Lamp 1 of brass'))
    expect(row().textContent).toContain('Approved')
  })
})

it('what an admin decided on its own page waits on the dashboard no more, though that is not answered yet', async () => {
  const answers = { 'sales/today': never, 'sales/signUps': never, 'history/list': never, 'sales/figures': never }
  desk = await openDesk('/admin/dashboard', [product('1'), product('2')], { answers })
  await screen.findByText('Lamp 1')
  await desk.go('/admin/products/1')
  desk.answers['products/queue'] = never
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await screen.findByText('“Lamp 1” was approved.')
  await desk.go('/admin/dashboard')
  await screen.findByText('Lamp 2')
  expect(screen.queryByText('Lamp 1')).toBeNull()
})
