import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { product, Refused, renderApp } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

const shelf = () => [1, 2, 3].map((id) => product(String(id), { status: 'approved' }))

async function openAt(address: string, total = 3) {
  app = await renderApp(address, shelf(), {
    answers: { 'products/catalogue': () => ({ rows: total === 0 ? [] : shelf(), next: null, total }) },
  })
  return app
}
const button = (name: string) => screen.getByRole('button', { name })

describe('the catalogue', () => {
  it('has its link in the sidebar, a row a product that opens it, the seller, and how many there are', async () => {
    await openAt('/admin/products', 1_000)
    expect(screen.getByRole('heading', { level: 1, name: 'Products' })).toBeTruthy()
    const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(navigation.getByRole('link', { name: 'Products' }).getAttribute('href')).toBe('/admin/products')
    const row = (await screen.findByText('Lamp 1')).closest('tr') as HTMLElement
    expect(within(row).getByRole('link', { name: 'Lamp 1' }).getAttribute('href')).toBe('/admin/products/1')
    expect(row.textContent).toContain('Sally')
    expect(row.textContent).toContain('Approved')
    expect(screen.getByText('999+ products')).toBeTruthy()
  })

  it('a search that matches more than 100 sellers says that items of some may be missing; a longer one no longer does', async () => {
    app = await renderApp('/admin/products?search=shop', shelf(), {
      answers: {
        'products/catalogue': () => ({ rows: shelf(), next: null, total: 3 }),
        'users/areTooMany': ({ search }) => ({ tooMany: search === 'shop' }),
      },
    })
    await screen.findByText(/^More than 100 sellers match/)
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'shop of' } })
    await waitFor(() => expect(screen.queryByText(/sellers match/)).toBe(null))
    await waitFor(() => expect(app.sent('users/areTooMany').at(-1)).toEqual({ search: 'shop of', owners: 'products' }))
    expect(screen.queryByText(/sellers match/)).toBe(null)
  })

  it('keeps search, filters and order in the address, and sends them to the server and the file', async () => {
    await openAt('/admin/products?status=approved&stock=low&priceFrom=1000&pages=2')
    await screen.findByText('Lamp 1')
    expect(app.sent('products/catalogue')[0]).toEqual({ status: 'approved', stock: 'low', priceFrom: 1_000 })
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'lamp' } })
    fireEvent.click(button('Price'))
    await waitFor(() => expect(app.address()).toContain('search=lamp'))
    expect(app.sent('products/catalogue').at(-1)).toEqual({
      status: 'approved',
      stock: 'low',
      priceFrom: 1_000,
      search: 'lamp',
      sort: 'price',
    })
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      '/api/products/export.csv?status=approved&stock=low&priceFrom=1000&search=lamp',
    )
    for (const sort of ['-price', 'newest']) {
      fireEvent.click(button('Price'))
      await waitFor(() => expect(app.sent('products/catalogue').at(-1)?.sort).toBe(sort))
    }
  })

  it('shows the filters that are on, and removes one or all of them', async () => {
    await openAt('/admin/products?search=lamp&status=approved&priceFrom=1000&priceTo=2000')
    await screen.findByText('Lamp 1')
    expect(button('Remove filter Price: €10.00 to €20.00')).toBeTruthy()
    fireEvent.click(button('Remove filter Status: Approved'))
    await waitFor(() => expect(app.address()).toBe('/admin/products?search=lamp&priceFrom=1000&priceTo=2000'))
    // The removed button had the focus.
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Filters' }))
    fireEvent.click(button('Clear all'))
    await waitFor(() => expect(app.address()).toBe('/admin/products?search=lamp'))
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
  })

  it('takes a price as it is written, and puts back what is none', async () => {
    await openAt('/admin/products')
    const lowest = await screen.findByRole('textbox', { name: 'Lowest price' })
    fireEvent.change(lowest, { target: { value: '12,50' } })
    lowest.focus()
    fireEvent.keyDown(lowest, { key: 'Enter' })
    await waitFor(() => expect(app.address()).toBe('/admin/products?priceFrom=1250'))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Lowest price' }))
    const highest = screen.getByRole<HTMLInputElement>('textbox', { name: 'Highest price' })
    fireEvent.change(highest, { target: { value: 'cheap' } })
    fireEvent.blur(highest)
    expect(highest.value).toBe('')
    expect(app.address()).toBe('/admin/products?priceFrom=1250')
  })

  it('explains an empty marketplace, and filters that nothing fits', async () => {
    await openAt('/admin/products', 0)
    await screen.findByText('No products yet')
    expect(screen.getByRole('searchbox', { name: 'Search' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Export CSV' })).toBe(null)
    app.close()
    await openAt('/admin/products?status=draft', 0)
    expect(screen.getByRole('searchbox', { name: 'Search' })).toBeDefined()
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(app.address()).toBe('/admin/products'))
  })
})

describe('an admin archives many products', () => {
  it('after a question with their count, one by one by the single rule, with the reason of each refusal', async () => {
    await openAt('/admin/products')
    const { archive = () => ({}) } = { archive: app.answers['products/archive'] }
    app.answers['products/archive'] = (input) => {
      if (input.id === '3') throw new Refused(409, 'wrong-status', 'Only an approved product can be archived.')
      return archive(input)
    }
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    fireEvent.click(button('Archive 3 products'))
    const question = within(await screen.findByRole('dialog', { name: 'Archive 3 products?' }))
    expect(app.sent('products/archive')).toEqual([])
    fireEvent.click(question.getByRole('button', { name: 'Archive 3 products' }))
    await screen.findByText('2 products were archived.')
    expect(app.sent('products/archive')).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }])
    const left = within(await screen.findByRole('dialog', { name: 'Archive 1 product?' }))
    expect(left.getByText(/Only an approved product can be archived/).textContent).toBe('Lamp 3: Only an approved product can be archived.')
    fireEvent.click(left.getByText('Cancel'))
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Lamp 3' }).checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Lamp 1' }).checked).toBe(false)
  })

  it('selected with Shift from the last one on', async () => {
    await openAt('/admin/products')
    const tick = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
    fireEvent.click(await tick('Select Lamp 1'))
    fireEvent.click(await tick('Select Lamp 3'), { shiftKey: true })
    expect((await tick('Select Lamp 2')).checked).toBe(true)
    expect(button('Archive 3 products')).toBeTruthy()
    fireEvent.click(await tick('Select Lamp 2'), { shiftKey: true })
    expect([(await tick('Select Lamp 1')).checked, (await tick('Select Lamp 3')).checked]).toEqual([true, false])
  })

  it('and undoes it by the key, one by one by the single rule, with the result of each', async () => {
    await openAt('/admin/products')
    app.answers['products/archive'] = ({ id }) => product(String(id), { status: 'archived', version: 7 })
    app.answers['products/undo'] = ({ id }) => {
      if (id !== '1') throw new Refused(409, 'too-late', 'It is too late to undo this.')
      return product('1', { status: 'approved', version: 8 })
    }
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
    fireEvent.click(button('Archive 3 products'))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive 3 products' }))
    await screen.findByText('3 products were archived.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.keyDown(document.body, { key: 'u' })
    await screen.findByText('Undone: one item is as it was before.')
    await screen.findByText('Not undone: “Lamp 2”, “Lamp 3”. It is too late to undo this.')
    expect(app.sent('products/undo')).toEqual(['1', '2', '3'].map((id) => ({ id, status: 'archived', version: 7 })))
  })

  it('sees the progress, and closing the question leaves those that were not begun', async () => {
    await openAt('/admin/products')
    const answers: (() => void)[] = []
    app.answers['products/archive'] = ({ id }) =>
      new Promise((resolve) => answers.push(() => resolve(product(String(id), { status: 'archived' }))))
    const many = Array.from({ length: 6 }, (_, at) => product(String(at), { status: 'approved' }))
    app.answers['products/catalogue'] = () => ({ rows: many, next: null, total: 6 })
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'lamp' } })
    await screen.findByText('Lamp 5')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    fireEvent.click(button('Archive 6 products'))
    const question = within(await screen.findByRole('dialog'))
    fireEvent.click(question.getByRole('button', { name: 'Archive 6 products' }))
    await waitFor(() => expect(answers).toHaveLength(4))
    expect(question.getByRole('progressbar', { name: 'Progress' })).toBeTruthy()
    fireEvent.click(question.getByText('Stop'))
    for (const answer of answers) answer()
    await screen.findByText('4 products were archived.')
    await screen.findByText('2 items were not tried.')
    expect(app.sent('products/archive')).toHaveLength(4)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Lamp 5' }).checked).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('counting only those on sale, and saying how many are not', async () => {
    await openAt('/admin/products')
    const rows = [...shelf(), product('4', { status: 'draft' }), product('5', { status: 'archived' })]
    app.answers['products/catalogue'] = () => ({ rows, next: null, total: 5 })
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'lamp' } })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Lamp 4' }))
    expect(button('Archive').getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button('Archive'))
    // At the button for screen readers, and in a toast.
    await waitFor(() => expect(screen.getAllByText('None of the selected products is on sale, so none can be archived.')).toHaveLength(2))
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    expect(screen.getByText('5 selected')).toBeTruthy()
    fireEvent.click(button('Archive 3 products'))
    const question = within(await screen.findByRole('dialog', { name: 'Archive 3 products?' }))
    expect(question.getByText(/2 other selected products are not on sale, so they cannot be archived\./)).toBeTruthy()
    fireEvent.click(question.getByRole('button', { name: 'Archive 3 products' }))
    await waitFor(() => expect(app.sent('products/archive')).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]))
  })

  it('and nothing happens if they change their mind', async () => {
    await openAt('/admin/products')
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Lamp 2' }))
    fireEvent.click(button('Archive 1 product'))
    fireEvent.click(within(await screen.findByRole('dialog')).getByText('Cancel'))
    expect(app.sent('products/archive')).toEqual([])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Lamp 2' }).checked).toBe(true)
  })
})
