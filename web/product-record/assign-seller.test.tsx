import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { openDesk, product, Refused } from '#web/testing/desk.tsx'

const person = (id: string, name: string, about = {}) => ({
  ...{ id, name, email: `${id}@example.com`, role: 'seller', status: 'active', createdAt: '2026-01-01T00:00:00.000Z' },
  ...about,
})
const everybody = [
  person('sally', 'Sally'),
  person('rob', 'Rob', { status: 'suspended' }),
  person('bert', 'Bert', { role: 'admin' }),
  person('mona', 'Mona'),
]

let close = () => {}
afterEach(() => close())

async function openOrphan() {
  const orphan = product('1', { seller_id: null, sellerName: null })
  const found = ({ search, role, status }: Record<string, unknown>) =>
    everybody.filter(
      (one) => one.name.toLowerCase().includes(String(search ?? '').toLowerCase()) && one.role === role && one.status === status,
    )
  const desk = await openDesk('/admin/products/1', [orphan], {
    answers: { 'users/list': (input) => ({ rows: found(input), next: null }) },
  })
  close = desk.close
  desk.answers['products/assign'] = ({ seller_id }) => Object.assign(orphan, { seller_id, sellerName: 'Mona' })
  fireEvent.click(await screen.findByRole('button', { name: 'Assign a seller' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign a seller' }))
  return { ...desk, dialog }
}

test('an administrator gives what belongs to nobody to an active seller, once, and can decide on it then', async () => {
  const { dialog, sent } = await openOrphan()
  await dialog.findByRole('radio', { name: /Sally/ })
  expect(dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Sallysally@example.com',
    'Monamona@example.com',
  ])
  const confirm = dialog.getByRole('button', { name: 'Assign' })
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(confirm)
  expect(sent('products/assign')).toEqual([])
  fireEvent.click(dialog.getByRole('radio', { name: /Mona/ }))
  fireEvent.click(confirm)
  fireEvent.click(confirm)
  await screen.findByText('“Lamp 1” belongs to Mona now.')
  expect(sent('products/assign')).toEqual([{ id: '1', seller_id: 'mona' }])
  await waitFor(() => expect(screen.queryByText('Seller ID not found for this product')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Assign a seller' })).toBeNull()
})

test('a search narrows the sellers, and says where there is none', async () => {
  const { dialog } = await openOrphan()
  const box = dialog.getByRole('searchbox', { name: 'Search sellers' })
  for (const [text, sees] of [
    ['mon', ['Mona']],
    ['rob', []],
  ] as const) {
    fireEvent.change(box, { target: { value: text } })
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(dialog.queryAllByRole('radio')).toHaveLength(sees.length))
  }
  expect(dialog.getByText('No active seller found')).toBeDefined()
})

test('a refusal is read in the dialog, and another seller can be chosen', async () => {
  const { answers, dialog } = await openOrphan()
  answers['products/assign'] = () => {
    throw new Refused(422, 'sku-taken', 'This seller already has a product with this SKU.', { field: 'seller_id' })
  }
  fireEvent.click(await dialog.findByRole('radio', { name: /Sally/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Assign' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This seller already has a product with this SKU.')
  fireEvent.click(dialog.getByRole('radio', { name: /Mona/ }))
  expect(dialog.getByText('Mona gets it.')).toBeDefined()
})
