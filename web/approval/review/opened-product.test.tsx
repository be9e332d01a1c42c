import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { product, refuses, renderApp } from '#web/testing/render-app.tsx'
import { openBy, opened, openQueue, press, queue } from '#web/testing/triage.ts'

describe('the opened product', () => {
  const buttons = () => within(screen.getByRole('region', { name: 'Opened product' })).getAllByRole('button')
  const names = () => buttons().map(({ textContent }) => textContent)

  it.each([
    ['approved', ['Archive', 'Take down']],
    ['archived', ['Take down', 'Restore']],
    ['rejected', ['Approve']],
    ['draft', []],
  ] as const)('in status %s offers %j and nothing else', async (status, moves) => {
    await renderApp(`${queue}?status=${status}&product=1`, [product('1', { status })])
    await opened('Lamp 1')
    const all = ['Archive', 'Take down', 'Restore', 'Approve', 'Reject']
    expect(names().filter((name) => all.includes(name ?? ''))).toEqual([...moves])
  })

  it('is taken down with a reason, in the version the admin saw', async () => {
    const app = await renderApp(`${queue}?status=approved&product=1`, [product('1', { status: 'approved', version: 4 })])
    await opened('Lamp 1')
    fireEvent.click(screen.getByRole('button', { name: 'Take down' }))
    const dialog = await screen.findByRole('dialog', { name: 'Take down product' })
    press('8')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Take down product' }))
    await screen.findByText('“Lamp 1” was taken down.')
    expect(app.sent('products/reject')).toMatchObject([{ id: '1', status: 'approved', version: 4, code: 'counterfeit' }])
  })

  it('leads to the chat with its seller, which may be their first', async () => {
    const { promise, resolve } = Promise.withResolvers<{ id: string }>()
    const app = await renderApp(`${queue}?product=1`, [product('1')], { answers: { 'chats/open': () => promise } })
    await opened('Lamp 1')
    const button = screen.getByRole('button', { name: 'Open chat' })
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    resolve({ id: 'c1' })
    await waitFor(() => expect(app.address()).toBe('/admin/chat/c1'))
    expect(app.sent('chats/open')).toEqual([{ buyerId: 'sally' }])
  })

  it.each(['sellerClosed', 'sellerIsAdmin', 'seller_id'] as const)('leads to no chat if there is none to have: %s', async (why) => {
    await renderApp(`${queue}?product=1`, [product('1', why === 'seller_id' ? { seller_id: null, seller: null } : { [why]: true })])
    await opened('Lamp 1')
    expect(screen.queryByRole('button', { name: 'Open chat' })).toBeNull()
  })

  it('without a seller says why it cannot be decided', async () => {
    const app = await renderApp(`${queue}?product=1`, [product('1', { seller_id: null, seller: null })])
    await opened('Lamp 1')
    const approve = screen.getByRole('button', { name: 'Approve' })
    expect(approve.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(approve.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Seller ID not found for this product',
    )
    press('a')
    expect(app.sent('products/approve')).toEqual([])
  })

  it('is not rejected if its seller is suspended while the reason is written, and the dialog says why', async () => {
    const app = await renderApp(`${queue}?product=1`, [product('1')])
    await opened('Lamp 1')
    fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject product' }))
    press('8')
    app.answers['products/get'] = () => product('1', { sellerSuspended: true })
    await act(() => app.refresh())
    await dialog.findByText('The seller is suspended. Pending products return to the queue when the seller is reactivated.')
    fireEvent.click(dialog.getByRole('button', { name: 'Reject product' }))
    expect(app.sent('products/reject')).toEqual([])
  })

  it.each([
    ['of its price must be read first', { price: 9_900 }, '99.00', true],
    ['of its stock needs no reading', { stock: 77 }, '77', false],
  ])('changed by its seller while it is open: a change %s', async (_, change, shown, mustRead) => {
    const app = await renderApp(`${queue}?product=1`, [product('1', { version: 1 })])
    await opened('Lamp 1')
    app.answers['products/get'] = () => product('1', { version: 2, ...change })
    await act(() => app.refresh())
    await waitFor(() => expect(screen.getByRole('region', { name: 'Opened product' }).textContent).toContain(shown))
    expect(screen.queryAllByText(/^The seller changed this while you were reading: price/)).toHaveLength(mustRead ? 1 : 0)
    expect(screen.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe(mustRead ? 'true' : null)
  })
})

describe('the product as its seller wrote it', () => {
  it('shows attributes separately, so that one called "Price" is not mistaken for the price, even if a name occurs twice', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const attributes = [
      { key: 'Price', value: 'a gift' },
      { key: 'Price', value: 'almost nothing' },
    ]
    await renderApp(`${queue}?product=1`, [product('1', { attributes, tags: ['oak', 'oak'] })])
    await opened('Lamp 1')
    const part = (name: string) => within(screen.getByRole('heading', { level: 3, name }).closest('section') ?? document.body)
    expect(part('Details').queryByText('a gift')).toBeNull()
    expect(part('Details').getAllByText('Price')).toHaveLength(1)
    expect(part('Details').getAllByText('oak')).toHaveLength(1)
    expect(
      part('Attributes')
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual(['a gift', 'almost nothing'])
    expect(errors).not.toHaveBeenCalled()
    errors.mockRestore()
  })
})

describe('the warnings about a product', () => {
  it('are reported as unknown where they could not be loaded, and can be loaded again', async () => {
    const refused = refuses(422, 'invalid-argument', 'No.')
    const app = await renderApp(`${queue}?product=1`, [product('1')], { answers: { 'products/warnings': refused } })
    await opened('Lamp 1')
    await act(() => app.refresh())
    const failed = await screen.findByText('The warnings could not be loaded.')
    app.answers['products/warnings'] = () => [{ code: 'no_description' }]
    fireEvent.click(within(failed.parentElement ?? failed).getByRole('button', { name: 'Try again' }))
    await screen.findByText('It has no description.')
    expect(screen.queryByText(/could not be loaded/)).toBeNull()
  })

  it('stand there as soon as a page of one product does, so that nothing moves', async () => {
    let answer = (_: unknown[]) => {}
    const later = () => new Promise<unknown[]>((resolve) => (answer = resolve))
    const app = await renderApp(`${queue}?product=1`, [product('1')], { answers: { 'products/warnings': later } })
    await waitFor(() => expect(app.sent('products/get')).toHaveLength(1))
    await act(() => Promise.resolve())
    expect(screen.queryByRole('heading', { level: 2, name: 'Lamp 1' })).toBeNull()
    answer([{ code: 'no_description' }])
    await opened('Lamp 1')
    expect(screen.getByText('It has no description.')).toBeDefined()
  })

  it('are reported as loading, and so are the attempts, before their answers arrive', async () => {
    const never = () => new Promise(() => {})
    await renderApp(queue, [product('1')], { answers: { 'products/warnings': never, 'products/attempts': never } })
    await screen.findByText('Lamp 1')
    await openBy('j', 'Lamp 1')
    expect(screen.getByText('Checking for warnings …')).toBeDefined()
    expect(await screen.findByText('Loading the earlier attempts …')).toBeDefined()
    expect(screen.queryByText('It was never submitted for approval.')).toBeNull()
  })
})

it('a product emptied by its seller after a rejection cannot be approved, and the button says why', async () => {
  const app = await renderApp(`${queue}?status=rejected&product=1`, [product('1', { status: 'rejected', images: [], description: '' })])
  await opened('Lamp 1')
  const approve = screen.getByRole('button', { name: 'Approve' })
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(approve.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Something is still missing before this can be reviewed or sold.',
  )
  fireEvent.click(approve)
  press('a')
  expect(app.sent('products/approve')).toEqual([])
})

it('an admin sees which colleague has the same product open, and leaving it is reported to the server', async () => {
  const app = await openQueue('1', '2')
  app.answers['products/look'] = ({ leave }) => ({ others: leave ? [] : [{ id: 'bert', name: 'Bert' }] })
  await openBy('j', 'Lamp 1')
  expect(await screen.findByText('Bert is looking at this')).toBeDefined()
  await openBy('j', 'Lamp 2')
  await waitFor(() => expect(app.sent('products/look')).toContainEqual({ id: '1', leave: true }))
})
