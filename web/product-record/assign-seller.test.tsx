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

const why = 'The shop changed hands.'
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
  expect(dialog.getByText('Write a reason of at least 10 characters.')).toBeDefined()
  expect(sent('products/assign')).toEqual([])
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: why } })
  fireEvent.click(confirm)
  fireEvent.click(confirm)
  await screen.findByText('“Lamp 1” belongs to Mona now.')
  expect(sent('products/assign')).toEqual([{ id: '1', seller_id: 'mona', reason: why, seen: { status: 'pending', seller_id: null } }])
  await waitFor(() => expect(screen.queryByText('Seller ID not found for this product')).toBeNull())
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
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: why } })
  fireEvent.click(dialog.getByRole('button', { name: 'Assign' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This seller already has a product with this SKU.')
  fireEvent.click(dialog.getByRole('radio', { name: /Mona/ }))
  expect(dialog.getByText('Mona gets one product.')).toBeDefined()
})

const none = { draft: 0, pending: 0, approved: 0, rejected: 0, archived: 0 }

test('of all products of a person the chosen ones go to another seller, clashes are said before and each refusal after', async () => {
  const shelf = [
    product('1', { status: 'approved', sku: 'LAMP' }),
    product('2', { status: 'pending' }),
    product('3', { status: 'archived' }),
    product('4', { status: 'draft' }),
  ]
  const sally = {
    ...{ ...person('sally', 'Sally'), emailVerified: true, isSupport: false, suspensionReason: null, suspendedAt: null, suspendedBy: null },
    ...{ products: { ...none, approved: 1, pending: 1, draft: 1, archived: 1 }, unarchived: 3 },
    ...{ editRequests: 0, openLines: 0, invitations: 0, apiKeys: [], sessions: 1 },
  }
  const desk = await openDesk('/admin/user-management', shelf, {
    answers: {
      'users/list': ({ role }) => ({ rows: role === 'seller' ? [sally, person('mona', 'Mona')] : [sally], next: null }),
      'users/get': () => sally,
      'invitations/list': () => [],
      'account/get': () => ({ confirmed: true, secondFactor: { on: false, recoveryCodesLeft: 0, required: false } }),
      'products/skuClashes': () => [{ id: '1', title: 'Lamp 1', sku: 'LAMP', theirs: { id: '9', title: 'Gas lamp' } }],
      'products/assign': ({ id, seller_id }) => {
        if (id === '1') throw new Refused(422, 'sku-taken', 'This seller already has a product with this SKU.', { field: 'seller_id' })
        return { ...shelf.find((one) => one.id === id), seller_id, sellerName: 'Mona' }
      },
    },
  })
  close = desk.close
  fireEvent.click(await screen.findByRole('button', { name: 'Make admin' }))
  const role = within(await screen.findByRole('dialog', { name: 'Make Sally an admin' }))
  fireEvent.click(await role.findByRole('button', { name: 'Assign products' }))
  await screen.findByRole('checkbox', { name: /Lamp 1/ })
  const dialog = within(screen.getByRole('dialog', { name: 'Assign products' }))
  const box = (name: RegExp) => dialog.getByRole<HTMLInputElement>('checkbox', { name })
  expect([box(/Lamp 1/).checked, box(/Lamp 2/).checked, box(/Lamp 3/).checked, box(/Lamp 4/).checked]).toEqual([true, true, false, true])
  fireEvent.click(box(/Lamp 4/))
  await dialog.findByRole('radio', { name: /Mona/ })
  expect(dialog.queryByRole('radio', { name: /Sally/ })).toBeNull()
  fireEvent.click(dialog.getByRole('radio', { name: /Mona/ }))
  await dialog.findByText('“Lamp 1” (LAMP) – the other one is “Gas lamp”')
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: why } })
  fireEvent.click(dialog.getByRole('button', { name: 'Assign' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'One product was not assigned:“Lamp 1”: This seller already has a product with this SKU.',
  )
  await screen.findByText('One product belongs to Mona now.')
  const seen = (status: string) => ({ seller_id: 'mona', reason: why, seen: { status, seller_id: 'sally' } })
  expect(desk.sent('products/assign')).toEqual([
    { id: '1', ...seen('approved') },
    { id: '2', ...seen('pending') },
  ])
})
