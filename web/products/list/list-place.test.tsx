import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Product } from '#domain/product.ts'
import { product, Refused, refuses, renderApp, sally } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

/** The list of a seller who searched, filtered and sorted it. */
async function narrowedList(status: Product['status'] = 'draft'): Promise<string> {
  const address = `/seller/products?search=Lamp&status=${status}&sort=title`
  const saved = (input: object) => ({
    ...product('1', { status, updated_at: new Date().toISOString(), ...input }),
    applied: [],
    waiting: [],
  })
  app = await renderApp(address, [product('1', { status }), product('2', { status })], {
    user: sally,
    answers: { 'products/edit': ({ change }) => saved(change as object), 'products/delete': () => ({}) },
  })
  await screen.findByText('Lamp 1')
  return address
}

const row = () => screen.getByText('Lamp 1').closest('tr') as HTMLElement
async function edit(): Promise<void> {
  fireEvent.click(within(row()).getByRole('link', { name: 'Edit' }))
  await screen.findByRole('heading', { level: 1, name: 'Edit product' })
  await screen.findByLabelText(/^Title/)
}

/** Waits for the list in its former state. */
async function sameList(address: string): Promise<void> {
  await waitFor(() => expect(app.address()).toBe(address))
  const search = await screen.findByRole('searchbox', { name: 'Search' })
  expect((search as HTMLInputElement).value).toBe('Lamp')
  expect((screen.getByLabelText('Status') as HTMLSelectElement).value).toBe(new URLSearchParams(address.split('?')[1]).get('status'))
  await screen.findByText('Lamp 2')
}

describe('a seller who left a filtered list for one of its products comes back to the same list', () => {
  it.each(['All products', 'Cancel'])('by “%s”', async (link) => {
    const address = await narrowedList()
    await edit()
    fireEvent.click(screen.getByRole('link', { name: link }))
    await sameList(address)
  })

  it.each([
    ['Save draft', 'draft'],
    ['Submit for approval', 'draft'],
    ['Save changes', 'approved'],
  ] as const)('by “%s”', async (button, status) => {
    const address = await narrowedList(status)
    await edit()
    fireEvent.input(screen.getByLabelText(/^Stock/), { target: { value: '7' } })
    fireEvent.click(screen.getByRole('button', { name: button }))
    await sameList(address)
    expect(app.sent('products/edit')).toMatchObject([{ change: { stock: 7 } }])
  })

  it('by the browser’s back button', async () => {
    const address = await narrowedList()
    await edit()
    app.back()
    await sameList(address)
  })

  it('after opening one, and after deleting it there', async () => {
    const address = await narrowedList()
    fireEvent.click(within(row()).getByRole('link', { name: 'Lamp 1' }))
    fireEvent.click(await screen.findByRole('link', { name: 'All products' }))
    await sameList(address)
    fireEvent.click(within(row()).getByRole('link', { name: 'Lamp 1' }))
    await screen.findByRole('heading', { level: 1, name: 'Lamp 1' })
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete product' }))
    await sameList(address)
  })

  it('and stays on it when deleting one from the list', async () => {
    const address = await narrowedList()
    fireEvent.click(within(row()).getByRole('button', { name: 'Delete' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete product' }))
    await waitFor(() => expect(app.sent('products/delete')).toEqual([{ id: '1' }]))
    await sameList(address)
  })
})

it('the list of a seller does not search for what the next page’s address contains', async () => {
  await narrowedList()
  const asked = app.sent('products/list').length
  await app.go('/seller/orders?search=Vase')
  await screen.findByRole('heading', { level: 1, name: 'Orders' })
  expect(app.sent('products/list').slice(asked)).toEqual([])
})

describe('selected products', () => {
  const list = async (change: Partial<Product> = {}) => {
    app = await renderApp('/seller/products', [product('1', { status: 'approved', ...change }), product('2', { status: 'approved' })], {
      user: sally,
      answers: {
        'products/edit': ({ id, change }) => ({
          ...product(String(id)),
          ...('price' in Object(change) ? { applied: [], waiting: ['price'] } : { applied: ['stock'], waiting: [] }),
        }),
        'products/archive': ({ id }) => {
          if (id === '2') throw new Refused(409, 'wrong-status', 'Only a product on sale can be archived.')
          return product('1', { status: 'archived' })
        },
      },
    })
    await screen.findByText('Lamp 1')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
  }

  it('are archived after a question that counts the changes in review that end with it', async () => {
    await list({ editRequestId: 'request-1' })
    fireEvent.click(screen.getByRole('button', { name: 'Archive 2 products' }))
    const asking = within(await screen.findByRole('dialog', { name: /^Archive 2 products/ }))
    asking.getByText('Archived products are not on sale any more. One change in review is closed.')
  })

  it('are archived each by the rules of one; what fails says why and stays selected', async () => {
    await list()
    fireEvent.click(screen.getByRole('button', { name: 'Archive 2 products' }))
    const asking = within(await screen.findByRole('dialog', { name: /^Archive 2 products/ }))
    expect(app.sent('products/archive')).toEqual([])
    fireEvent.click(asking.getByRole('button', { name: 'Archive 2 products' }))
    await screen.findByText(/Only a product on sale can be archived/)
    expect(app.sent('products/archive')).toEqual([{ id: '1' }, { id: '2' }])
    expect((screen.getByRole('checkbox', { name: 'Select Lamp 2' }) as HTMLInputElement).checked).toBe(true)
    expect((screen.getByRole('checkbox', { name: 'Select Lamp 1' }) as HTMLInputElement).checked).toBe(false)
  })

  it('are submitted and deleted by the same rules: what is no draft stays, and what is not complete says so', async () => {
    const drafts = [product('1', { status: 'draft' }), product('2', { status: 'draft' }), product('3', { status: 'approved' })]
    app = await renderApp('/seller/products', drafts, {
      user: sally,
      answers: {
        'products/submit': ({ id }) => {
          if (id === '2') throw new Refused(422, 'incomplete-product', 'Add at least one image.')
          return product('1', { status: 'pending' })
        },
        'products/delete': () => null,
      },
    })
    await screen.findByText('Lamp 1')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    fireEvent.click(screen.getByRole('button', { name: 'Submit 2 products' }))
    const submitting = within(await screen.findByRole('dialog', { name: 'Submit 2 products?' }))
    expect(submitting.getByText(/Another selected product cannot be submitted/)).toBeTruthy()
    fireEvent.click(submitting.getByRole('button', { name: 'Submit 2 products' }))
    await screen.findByText('One product was submitted.')
    expect(await screen.findByText(/Add at least one image/)).toBeTruthy()
    expect(app.sent('products/submit')).toEqual([{ id: '1' }, { id: '2' }])
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(screen.getByRole('button', { name: 'Delete 1 draft' }))
    fireEvent.click(within(await screen.findByRole('dialog', { name: 'Delete 1 draft?' })).getByRole('button', { name: 'Delete 1 draft' }))
    await screen.findByText('One draft was deleted.')
    // One that was submitted meanwhile stays.
    expect(app.sent('products/delete')).toEqual([{ id: '2', status: 'draft' }])
  })

  it('get another price and stock in one dialog; what was not changed is not sent', async () => {
    await list()
    fireEvent.click(screen.getByRole('button', { name: 'Change price and stock' }))
    const box = within(await screen.findByRole('dialog', { name: 'Change price and stock' }))
    const stock = () => box.getAllByLabelText('Stock')[1] as HTMLInputElement
    const send = () => fireEvent.click(box.getByRole('button', { name: 'Change 2 products' }))
    fireEvent.change(stock(), { target: { value: 'many' } })
    send()
    await box.findByText('This is not a whole number.')
    fireEvent.change(stock(), { target: { value: '' } })
    send()
    await box.findByText('Enter the stock.')
    fireEvent.change(stock(), { target: { value: '77' } })
    send()
    await waitFor(() => expect(app.sent('products/edit')).toMatchObject([{ id: '2', change: { stock: 77 } }]))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change price and stock' })).toBeNull())
    await screen.findByText('One product was changed.')
  })

  it('take a pasted column of prices, with what is wrong or too much said, and each field keeps its value beside an empty cell', async () => {
    await list()
    fireEvent.click(screen.getByRole('button', { name: 'Change price and stock' }))
    const box = within(await screen.findByRole('dialog', { name: 'Change price and stock' }))
    const [one, two] = box.getAllByLabelText(/^Price/) as [HTMLInputElement, HTMLInputElement]
    const paste = (into: HTMLInputElement, text: string) => fireEvent.paste(into, { clipboardData: { getData: () => text } })
    const send = () => fireEvent.click(box.getByRole('button', { name: 'Change 2 products' }))
    paste(one, 'Price\r\nnone\r\n \r\n9.999,00\r\n')
    await screen.findByText('One pasted value was ignored: there is no field for it.')
    send()
    expect(await box.findAllByText(/^Write the price as a number/)).toHaveLength(2)
    paste(one, '\n9.999,00\n')
    expect([one.value, two.value]).toEqual(['Price', '9.999,00'])
    paste(one, '17,50\n9.999,00\n')
    expect([one.value, two.value]).toEqual(['17,50', '9.999,00'])
    expect(box.queryByText(/^Write the price as a number/)).toBeNull()
    expect(box.getAllByText(/^Goes to review when you save/).length).toBeGreaterThan(0)
    send()
    await waitFor(() =>
      expect(app.sent('products/edit')).toMatchObject([
        { id: '1', change: { price: 1750 } },
        { id: '2', change: { price: 999900 } },
      ]),
    )
  })

  it('take one change of all prices and one stock for each, of which people still alter single ones', async () => {
    await list()
    fireEvent.click(screen.getByRole('button', { name: 'Change price and stock' }))
    const box = within(await screen.findByRole('dialog', { name: 'Change price and stock' }))
    const prices = () => box.getAllByLabelText<HTMLInputElement>(/^Price/).map(({ value }) => value)
    const typeForAll = (label: string, value: string) => fireEvent.change(box.getByLabelText(label), { target: { value } })
    const send = () => fireEvent.click(box.getByRole('button', { name: 'Change 2 products' }))
    typeForAll('All prices', '+10')
    expect(prices()).toEqual(['19.90', '19.90'])
    send()
    await box.findByText('Write an amount such as 12.50, or a change such as +10%.')
    typeForAll('All prices', '15')
    expect(prices()).toEqual(['15.00', '15.00'])
    typeForAll('All prices', '')
    expect(prices()).toEqual(['19.90', '19.90'])
    typeForAll('All prices', '-10%')
    typeForAll('All stock', '8')
    fireEvent.change(box.getAllByLabelText('Stock')[1] as HTMLInputElement, { target: { value: '9' } })
    send()
    await waitFor(() =>
      expect(app.sent('products/edit')).toMatchObject([
        { id: '1', change: { price: 1_791, stock: 8 } },
        { id: '2', change: { price: 1_791, stock: 9 } },
      ]),
    )
  })

  it('begin anew if they were changed meanwhile, and no text for all stays that is not applied', async () => {
    await list()
    app.answers['products/edit'] = refuses(409, 'conflict', 'Someone changed it meanwhile.')
    app.answers['products/get'] = ({ id }) => product(String(id), { status: 'approved', price: 3_000, version: 9 })
    fireEvent.click(screen.getByRole('button', { name: 'Change price and stock' }))
    const box = within(await screen.findByRole('dialog', { name: 'Change price and stock' }))
    const forAll = () => box.getByLabelText<HTMLInputElement>('All prices')
    fireEvent.change(forAll(), { target: { value: '+10%' } })
    fireEvent.click(box.getByRole('button', { name: 'Change 2 products' }))
    await waitFor(() => expect(box.getAllByLabelText<HTMLInputElement>(/^Price/).map(({ value }) => value)).toEqual(['30.00', '30.00']))
    expect(forAll().value).toBe('')
  })

  it('say beside a price and afterwards that it goes to review', async () => {
    await list()
    fireEvent.click(screen.getByRole('button', { name: 'Change price and stock' }))
    const box = within(await screen.findByRole('dialog', { name: 'Change price and stock' }))
    const price = box.getAllByLabelText(/^Price/)[0] as HTMLInputElement
    const hint = /^Goes to review when you save/
    expect(box.queryByText(hint)).toBe(null)
    fireEvent.change(price, { target: { value: '9,999.00' } })
    await box.findByText(hint)
    fireEvent.click(box.getByRole('button', { name: 'Change 2 products' }))
    await screen.findByText('One change is awaiting review; until then the approved value stays on sale.')
  })
})
it('the list of a seller shows since when a product has its status, and the last change where it is sorted by changes', async () => {
  const approved = '2026-07-17T12:00:00.000Z'
  const sold = '2026-11-20T12:00:00.000Z'
  const rows = [product('1', { status: 'approved', updatedAt: approved, updated_at: sold })]
  const times = () => [...row().querySelectorAll('time')].map(({ dateTime }) => dateTime)
  app = await renderApp('/seller/products', rows, { user: sally })
  await screen.findByText('Lamp 1')
  expect(times()[1]).toBe(approved)
  fireEvent.click(screen.getByRole('button', { name: 'Changed' }))
  await waitFor(() => expect(times()).toEqual([sold, approved]))
})

it('a seller edits a product before submitting it again', async () => {
  app = await renderApp('/seller/products', [product('1', { status: 'rejected' })], { user: sally })
  await screen.findByText('Lamp 1')
  const actions = [...row().querySelectorAll('td:last-child > *')].map(({ textContent }) => textContent)
  expect(actions).toEqual(['Edit', 'Submit', 'Delete'])
})

it('a product whose last change was refused says so in the list, unless another change waits', async () => {
  const rows = [product('1', { status: 'approved' }), product('2', { status: 'approved', editRequestId: 'request-2' })].map((row) => ({
    ...row,
    refusedChange: 'rejected',
  }))
  app = await renderApp('/seller/products', rows, { user: sally })
  await screen.findByText('Lamp 1')
  const said = screen.getAllByRole('row').map(({ textContent }) => textContent?.match(/Change (rejected|in review)/)?.[0])
  expect(said).toEqual([undefined, 'Change rejected', 'Change in review'])
})

it('the stock of a product has its commas in the list', async () => {
  app = await renderApp('/seller/products', [product('1', { stock: 2_147_483 })], { user: sally })
  expect(await screen.findByText('2,147,483')).toBeDefined()
})
