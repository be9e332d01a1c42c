import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OpenedImport } from '#domain/product-import.ts'
import { arrivedImport } from '#web/testing/imports.ts'
import { ada, renderApp, sally } from '#web/testing/render-app.tsx'

/** Sally has her file open; `stored` is the import on the server, and `change` changes it and refreshes her screen. */
async function openImport(about: Partial<OpenedImport>, user: typeof ada | typeof sally = sally) {
  const address = user === ada ? '/admin/orders/import' : '/seller/products/import'
  const stored: OpenedImport = { ...arrivedImport, rows: 1_000, changes: [], ...about }
  const answers = { 'imports/list': () => [stored], 'imports/get': () => ({ ...stored }) }
  const app = await renderApp(`${address}?import=file`, [], { user, answers })
  const change = async (fields: Partial<OpenedImport>) => {
    Object.assign(stored, fields)
    await act(() => app.refresh())
  }
  return { ...app, stored, change }
}

const panel = async () => within((await screen.findByRole('heading', { name: 'chairs.csv' })).closest('section') as HTMLElement)
const names = async () => (await panel()).getAllByRole('button').map((button) => button.textContent)
const go = () => screen.findByRole('button', { name: 'Import 900 products' })
const checked = { status: 'checked', done: 1_000, created: 900, failed: 100 } as const

test('the button that ends an import keeps its place, so that a click meant for it starts nothing', async () => {
  const { change } = await openImport({})
  expect(await names()).toEqual(['Cancel import'])
  await change(checked)
  expect(await names()).toEqual(['Discard', 'Import 900 products'])
  await change({ status: 'running', done: 0 })
  expect(await names()).toEqual(['Cancel import'])
})

test('a double click on the confirmation starts one import, and so do two clicks before the next render', async () => {
  const { answers, sent, stored, change } = await openImport(checked)
  answers['imports/run'] = () => ({ ...stored, status: 'running' })
  const button = await go()
  act(() => {
    for (const detail of [1, 1]) button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }))
  })
  fireEvent.click(button, { detail: 2 })
  await change({ status: 'running' })
  expect(sent('imports/run')).toEqual([{ id: 'file' }])
  expect(sent('imports/cancel')).toEqual([])
})

test('the second half of a double click does not press the button that appeared under it', async () => {
  const { sent, change } = await openImport({ ...checked, status: 'running' })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel import' }), { detail: 2 })
  await change({ status: 'done', finishedAt: '2026-11-20T10:01:00.000Z' })
  fireEvent.click(await screen.findByRole('button', { name: 'Import another file' }), { detail: 2 })
  fireEvent.click(screen.getByRole('link', { name: 'Back to products' }), { detail: 2 })
  expect(await screen.findByRole('heading', { name: 'chairs.csv' })).toBeDefined()
  expect(sent('imports/cancel')).toEqual([])
})

test('after a refusal the import can be confirmed again', async () => {
  const { answers, sent } = await openImport(checked)
  answers['imports/run'] = () => {
    throw new Error('no answer')
  }
  fireEvent.click(await go(), { detail: 1 })
  await waitFor(() => expect(sent('imports/run')).toHaveLength(1))
  await waitFor(async () => expect((await go()).getAttribute('aria-busy')).toBeNull())
  fireEvent.click(await go(), { detail: 1 })
  await waitFor(() => expect(sent('imports/run')).toHaveLength(2))
})

test('a screen reader announces the work in progress and the outcome, but no counts in between', async () => {
  const { change } = await openImport({ done: 200 })
  const announced = async () => (await panel()).getByText(/./, { selector: '[aria-live] > p' }).textContent
  expect(await announced()).toBe('Reading chairs.csv. Nothing is written yet.')
  expect((await panel()).getByText('Reading chairs.csv: 200 of 1,000 rows. Nothing is written yet.').closest('[aria-live]')).toBeNull()
  await change({ done: 400 })
  expect(await announced()).toBe('Reading chairs.csv. Nothing is written yet.')
  await change({ status: 'running', done: 1 })
  expect(await announced()).toBe('Importing chairs.csv.')
  await change({ status: 'done', done: 1_000, created: 900, finishedAt: '2026-11-20T10:01:00.000Z' })
  expect(await announced()).toBe('The import is finished. New products are in your list as drafts.')
})

test('each refused row shows its product and all its problems', async () => {
  const problems = [
    { row: 2, field: 'price', message: 'Write the price as a number, such as 12.50.', about: ['Oak chair', 'SKU-1'] },
    { row: 2, field: 'stock', message: 'Write the stock as a whole number, such as 5.' },
    { row: 7, field: null, message: 'The quotes of this row do not fit.' },
  ]
  await openImport({ ...checked, failed: 2, problems })
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['priceWrite the price as a number, such as 12.50.', 'stockWrite the stock as a whole number, such as 5.'],
    ['whole rowThe quotes of this row do not fit.'],
  ])
  const cells = rows.map((row) => within(row).getAllByRole('cell'))
  expect(cells.map(([row, product]) => [row?.textContent, product?.textContent])).toEqual([
    ['2', 'Oak chairSKU-1'],
    ['7', ''],
  ])
})

test('a checked file shows former and new values, new drafts, and what goes to review', async () => {
  const about = { before: { price: 1_000, stock: 1 }, after: { price: 1_250, stock: 9 } }
  const { change } = await openImport({
    ...checked,
    changes: [
      { row: 2, kind: 'updated', title: 'Oak chair', fields: ['price', 'stock'], waiting: ['price'], ...about },
      { row: 3, kind: 'created', title: 'Ash chair', fields: ['stock'], waiting: [], before: null, after: { stock: 4 } },
    ],
  })
  await screen.findByText('2 of 900 rows: the first new drafts and the first changed products.')
  const preview = screen.getByRole('heading', { name: 'What would change' }).closest('section') as HTMLElement
  const rows = within(preview).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['2', 'Oak chair', 'Price: €10.00 → €12.50Stock: 1 → 9Goes to review first: price.'],
    ['3', 'Ash chairNew draft', 'Stock: 4'],
  ])
  await change({ status: 'running', done: 0 })
  await waitFor(() => expect(screen.queryByText('What would change')).toBeNull())
})

test('a file of orders speaks of orders, and not of updates', async () => {
  const about = { noun: 'orders', name: 'orders.csv', ...checked } as const
  const { sent } = await openImport(about, ada)
  const shown = within((await screen.findByRole('heading', { name: 'orders.csv' })).closest('section') as HTMLElement)
  expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Lines of new orders', 'Already imported', 'Refused'])
  expect(shown.getByRole('button', { name: 'Import 900 lines' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Import orders')
  expect(sent('imports/run')).toEqual([])
})

test('an administrator reads that the example order of the template is refused as it is, and where product IDs are', async () => {
  await renderApp('/admin/orders/import', [], { answers: { 'imports/list': () => [] } })
  const template = (await screen.findByRole('link', { name: 'Download template' })).getAttribute('href') ?? ''
  expect(decodeURIComponent(template)).toContain(',REPLACE-WITH-THE-ID-OF-A-PRODUCT-ON-SALE,')
  expect(screen.getByText(/an example order, which is refused until you replace its product ID\.$/)).toBeTruthy()
  expect(screen.getByRole('row', { name: /^product_id .*the column “id” in the CSV file of all products/ })).toBeTruthy()
})

test('the result of a dry run names the categories that are new', async () => {
  const { change } = await openImport({ ...checked, newCategories: ['Chiars'] })
  expect(await screen.findByText('One category is not in the list of this marketplace, so it is a new one: Chiars.')).toBeDefined()
  await change({ newCategories: Array.from({ length: 21 }, (_, at) => `C${at}`) })
  expect(await screen.findByText(/^21 categories are not in the list .*: C0, .*C19 and 1 more\.$/)).toBeDefined()
  await change({ newCategories: Array.from({ length: 201 }, (_, at) => `C${at}`) })
  expect(await screen.findByText(/^More than 200 categories are not in the list .*: C0, .*C19 and others\.$/)).toBeDefined()
  await change({ newCategories: [] })
  await waitFor(() => expect(screen.queryByText(/not in the list/)).toBeNull())
})

test('what goes to review is said as what will happen before the import, and as what happened after it', async () => {
  const { change } = await openImport({ ...checked, waiting: 2 })
  expect(
    await screen.findByText('2 of the changed products have changes that go to review first. Everything else applies at once.'),
  ).toBeDefined()
  await change({ status: 'done', finishedAt: '2026-11-20T10:00:00.000Z' })
  const after = '2 of the changed products have changes that are awaiting review. Everything else applies already.'
  expect(await screen.findByText(after)).toBeDefined()
  expect(screen.queryByText(/go to review first/)).toBeNull()
})

test('a seller who returns is reminded of a checked file, but not of one with nothing to import', async () => {
  const files = [
    { ...arrivedImport, ...checked, id: 'empty', name: 'empty.csv', created: 0 },
    { ...arrivedImport, ...checked, id: 'file' },
  ]
  await renderApp('/seller/products/import', [], { user: sally, answers: { 'imports/list': () => files } })
  expect(await screen.findByText('“chairs.csv” has been checked. Nothing has been imported yet.')).toBeDefined()
  expect(screen.queryByText(/“empty\.csv” has been checked/)).toBeNull()
})
