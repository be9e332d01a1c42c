import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { product, Refused, refuses, renderApp } from '#web/testing/render-app.tsx'

const person = (id: string, name: string, about = {}) => ({
  id,
  name,
  email: `${id}@example.com`,
  role: 'seller',
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...about,
})
const people = [
  person('sally', 'Sally'),
  person('rob', 'Rob', { status: 'suspended' }),
  person('bert', 'Bert', { role: 'admin' }),
  person('mona', 'Mona'),
]

const why = 'The shop changed hands.'

async function openOrphan() {
  const orphan = product('1', { seller_id: null, seller: null })
  const found = ({ search, role, status }: Record<string, unknown>) =>
    people.filter(
      (one) => one.name.toLowerCase().includes(String(search ?? '').toLowerCase()) && one.role === role && one.status === status,
    )
  const app = await renderApp('/admin/products/1', [orphan], {
    answers: { 'users/list': (input) => ({ rows: found(input), next: null }) },
  })
  app.answers['products/assign'] = ({ seller_id }) =>
    Object.assign(orphan, { seller_id, seller: { id: 'mona', name: 'Mona', shopName: '', avatar: null } })
  fireEvent.click(await screen.findByRole('button', { name: 'Assign a seller' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign a seller' }))
  return { ...app, dialog }
}

test('an admin assigns a product without a seller to an active one, once, and can decide on it then', async () => {
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
  await screen.findByText('“Lamp 1” now belongs to Mona.')
  expect(sent('products/assign')).toEqual([{ id: '1', seller_id: 'mona', reason: why, seen: { status: 'pending', seller_id: null } }])
  await waitFor(() => expect(screen.queryByText('Seller ID not found for this product')).toBeNull())
})

test('a search filters the sellers, and says so where there is none', async () => {
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

test('a refusal is shown in the dialog, and another seller can be chosen', async () => {
  const { answers, dialog } = await openOrphan()
  answers['products/assign'] = refuses(422, 'sku-taken', 'This seller already has a product with this SKU.', { field: 'seller_id' })
  fireEvent.click(await dialog.findByRole('radio', { name: /Sally/ }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: why } })
  fireEvent.click(dialog.getByRole('button', { name: 'Assign' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This seller already has a product with this SKU.')
  fireEvent.click(dialog.getByRole('radio', { name: /Mona/ }))
  expect(dialog.getByText('One product will be assigned to Mona.')).toBeDefined()
})

const none = { draft: 0, pending: 0, approved: 0, rejected: 0, archived: 0 }
const sally = {
  ...person('sally', 'Sally'),
  emailVerified: true,
  isSupport: false,
  suspensionReason: null,
  suspendedAt: null,
  suspendedBy: null,
  products: { ...none, approved: 1, pending: 1, draft: 1, archived: 1 },
  unarchived: 3,
  editRequests: 0,
  openLines: 0,
  invitations: 0,
  apiKeys: [],
  sessions: 1,
}

/** Opens the dialog for all products of Sally, by way of the change of her role. */
async function openRole(shelf: ReturnType<typeof product>[], answers: Parameters<typeof renderApp>[2] & object = {}) {
  const app = await renderApp('/admin/user-management', shelf, {
    answers: {
      'users/list': ({ role }) => ({ rows: role === 'seller' ? [sally, person('mona', 'Mona')] : [sally], next: null }),
      'users/get': () => sally,
      'account/get': () => ({ confirmed: true, secondFactor: { on: false, recoveryCodesLeft: 0, required: false } }),
      'products/skuClashes': () => [],
      'products/assign': ({ id, seller_id }) =>
        Object.assign(shelf.find((one) => one.id === id) ?? {}, {
          seller_id,
          seller: { id: 'mona', name: 'Mona', shopName: '', avatar: null },
        }),
      ...answers.answers,
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Sally' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Make admin' }))
  const role = within(await screen.findByRole('dialog', { name: 'Make Sally an admin' }))
  fireEvent.click(await role.findByRole('button', { name: 'Assign products to another seller' }))
  return app
}

/** Opens the dialog for all products of Sally. */
async function openAll(...[shelf, answers]: Parameters<typeof openRole>) {
  const app = await openRole(shelf, answers)
  await screen.findByRole('checkbox', { name: /Lamp 1\b/ })
  const dialog = within(screen.getByRole('dialog', { name: 'Assign products to another seller' }))
  /** Chooses Mona and enters a reason. */
  const fill = async () => {
    fireEvent.click(await dialog.findByRole('radio', { name: /Mona/ }))
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: why } })
  }
  const press = (name: string) => fireEvent.click(dialog.getByRole('button', { name }))
  return { ...app, dialog, fill, press }
}

test('the chosen products of a person go to another seller; clashes are shown before, and each refusal after', async () => {
  const shelf = [
    product('1', { status: 'approved', sku: 'LAMP' }),
    product('2', { status: 'pending' }),
    product('3', { status: 'archived' }),
    product('4', { status: 'draft' }),
  ]
  const { dialog, sent, fill, press } = await openAll(shelf, {
    answers: {
      'products/skuClashes': () => [{ id: '1', title: 'Lamp 1', sku: 'LAMP', theirs: { id: '9', title: 'Gas lamp' } }],
      'products/assign': ({ id, seller_id }) => {
        if (id === '1') throw new Refused(422, 'sku-taken', 'This seller already has a product with this SKU.', { field: 'seller_id' })
        return { ...shelf.find((one) => one.id === id), seller_id, seller: { id: 'mona', name: 'Mona', shopName: '', avatar: null } }
      },
    },
  })
  const box = (name: RegExp) => dialog.getByRole<HTMLInputElement>('checkbox', { name })
  expect([box(/Lamp 1/).checked, box(/Lamp 2/).checked, box(/Lamp 3/).checked, box(/Lamp 4/).checked]).toEqual([true, true, false, true])
  fireEvent.click(box(/Lamp 4/))
  await fill()
  expect(dialog.queryByRole('radio', { name: /Sally/ })).toBeNull()
  await dialog.findByText('LAMP: “Lamp 1” and “Gas lamp”')
  press('Assign')
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'One product was not assigned:“Lamp 1”: This seller already has a product with this SKU.',
  )
  await screen.findByText('Assigned to Mona: 1 of 2 products.')
  const expected = (status: string) => ({ seller_id: 'mona', reason: why, seen: { status, seller_id: 'sally' } })
  expect(sent('products/assign')).toEqual([
    { id: '1', ...expected('approved') },
    { id: '2', ...expected('pending') },
  ])
})

/** Answers for products that are assigned one by one, each when the test calls `next`. */
function slowly(shelf: ReturnType<typeof product>[]) {
  const waiting: (() => void)[] = []
  const assign = async ({ id, seller_id }: Record<string, unknown>) => {
    await new Promise<void>((go) => waiting.push(go))
    return Object.assign(shelf.find((one) => one.id === id) ?? {}, {
      seller_id,
      seller: { id: 'mona', name: 'Mona', shopName: '', avatar: null },
    })
  }
  const next = async () => {
    await waitFor(() => expect(waiting).toHaveLength(1))
    waiting.shift()?.()
  }
  return { answers: { 'products/assign': assign }, next }
}
const four = () => ['1', '2', '3', '4'].map((id) => product(id))
const sentTo = (calls: unknown[]) => calls.map((call) => (call as { id: string }).id)

test('“Stop” ends it after the current product; the others stay selected and can be assigned afterwards', async () => {
  const shelf = four()
  const { answers, next } = slowly(shelf)
  const of = ({ userId }: Record<string, unknown>) => ({ rows: shelf.filter(({ seller_id }) => seller_id === userId), next: null })
  const { dialog, sent, fill, press } = await openAll(shelf, { answers: { ...answers, 'products/list': of } })
  await fill()
  press('Assign')
  await dialog.findByText('Assigning product 1 of 4 …')
  expect(dialog.getByRole('checkbox', { name: /Lamp 2/ }).closest('fieldset:disabled')).not.toBeNull()
  await next()
  await dialog.findByText('Assigning product 2 of 4 …')
  press('Stop')
  await dialog.findByText('Stopping after product 2 of 4 …')
  await next()
  await screen.findByText('Assigned to Mona: 2 of 4 products.')
  await dialog.findByText('2 products will be assigned to Mona.')
  expect(dialog.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual(['Lamp 3 Pending', 'Lamp 4 Pending'])
  press('Assign')
  await next()
  await next()
  await screen.findByText('2 products now belong to Mona.')
  expect(sentTo(sent('products/assign'))).toEqual(['1', '2', '3', '4'])
})

test('closing the dialog stops it too, and a message shows how many were assigned', async () => {
  const shelf = four()
  const { answers, next } = slowly(shelf)
  const { dialog, sent, fill, press } = await openAll(shelf, { answers })
  await fill()
  press('Assign')
  await next()
  await dialog.findByText('Assigning product 2 of 4 …')
  press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Assign products to another seller' })).toBeNull())
  await next()
  await screen.findByText('Assigned to Mona: 2 of 4 products.')
  expect(sentTo(sent('products/assign'))).toEqual(['1', '2'])
})

test('while products are being assigned, the browser asks before the window is closed', async () => {
  const shelf = four()
  const { answers, next } = slowly(shelf)
  const { dialog, fill, press } = await openAll(shelf, { answers })
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await fill()
  expect(leaves()).toBe(true)
  press('Assign')
  await dialog.findByText('Assigning product 1 of 4 …')
  expect(leaves()).toBe(false)
  press('Stop')
  await next()
  await screen.findByText('Assigned to Mona: 1 of 4 products.')
  expect(leaves()).toBe(true)
})

test('where the server does not answer, the other products are not tried', async () => {
  const { dialog, sent, fill, press } = await openAll(four(), {
    answers: {
      'products/assign': refuses(503, 'unavailable', 'Backstall cannot do this at the moment.'),
    },
  })
  await fill()
  press('Assign')
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Assigning stopped at “Lamp 1”. Backstall cannot do this at the moment. It is not certain whether this product was assigned. 3 more products were not tried.',
  )
  expect(sentTo(sent('products/assign'))).toEqual(['1'])
})

test('where the answer to an assignment was lost, the next try finds it done', async () => {
  const shelf = four().slice(0, 1)
  const { dialog, fill, press } = await openAll(shelf, {
    answers: {
      'products/assign': () => {
        throw new Refused(409, 'has-seller', 'This product was assigned to another seller in the meantime.', {
          fresh: { ...shelf[0], seller_id: 'mona' },
        })
      },
    },
  })
  await fill()
  press('Assign')
  await screen.findByText('One product now belongs to Mona.')
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('more than a thousand products are all listed', async () => {
  const shelf = Array.from({ length: 1_101 }, (_, at) => product(String(at + 1)))
  await openRole(shelf, {
    answers: {
      'products/list': ({ cursor, limit }) => {
        const from = Number(cursor ?? 0)
        const to = from + Number(limit)
        return { rows: shelf.slice(from, to), next: to < shelf.length ? String(to) : null }
      },
    },
  })
  // A query by role would take half a minute.
  await waitFor(() => expect(document.querySelectorAll('dialog input[type=checkbox]')).toHaveLength(1_101))
})

test('where the check for SKU clashes fails, the dialog says so, and the check can be repeated', async () => {
  let fails = true
  const { dialog, fill } = await openAll(four(), {
    answers: {
      'products/skuClashes': () => {
        if (fails) throw new Refused(403, 'not-allowed', 'You may not do this.')
        return [{ id: '2', title: 'Lamp 2', sku: 'LAMP', theirs: { id: '9', title: 'Gas lamp' } }]
      },
    },
  })
  await fill()
  await dialog.findByText('Backstall could not check which SKUs Mona already uses. You may not do this.')
  fails = false
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByText('LAMP: “Lamp 2” and “Gas lamp”')
})

test('the dialog opens without the choices of last time', async () => {
  const { dialog } = await openOrphan()
  fireEvent.click(await dialog.findByRole('radio', { name: /Mona/ }))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: why } })
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Assign a seller' }))
  const again = within(await screen.findByRole('dialog', { name: 'Assign a seller' }))
  expect((await again.findByRole<HTMLInputElement>('radio', { name: /Mona/ })).checked).toBe(false)
  expect(again.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('')
})
