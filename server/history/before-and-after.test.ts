import { describe, expect, test } from 'vitest'
import type { HistoryLog } from '#domain/event.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { expectedEdit, waitingEdit, why } from '#server/testing/edits.ts'
import { approvedProduct, blurred, chair, expectedBy, pendingProduct, rejectedProduct } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const testApp = await openTestApp()
const { app, caller, seller, admin } = testApp
const { products, editRequests } = caller(seller)

async function lastOf(itemId: string): Promise<Pick<HistoryLog, 'kind' | 'fields' | 'before' | 'after'> | undefined> {
  const { rows } = await caller(admin).history.list({ search: itemId })
  return rows.find((row) => row.itemId === itemId)
}

type Case = {
  move: string
  kind: string
  make: () => Promise<string>
  before: HistoryLog['before']
  after: HistoryLog['after']
  fields?: string[]
}
const archived = async (by: typeof seller) => caller(by).products.archive({ id: (await approvedProduct(testApp)).id })

const moves: Case[] = [
  {
    move: 'a draft is submitted',
    kind: 'product.submit',
    make: async () => {
      const { id } = await products.withdraw({ id: (await pendingProduct(testApp)).id })
      return (await products.submit({ id })).id
    },
    before: { status: 'draft' },
    after: { status: 'pending' },
  },
  {
    move: 'a rejected product is submitted again',
    kind: 'product.submit',
    make: async () => (await products.submit({ id: (await rejectedProduct(testApp)).id })).id,
    before: { status: 'rejected' },
    after: { status: 'pending' },
  },
  {
    move: 'a creation is submitted when its pictures have arrived',
    kind: 'product.submit',
    make: async () => (await pendingProduct(testApp)).id,
    before: null,
    after: { status: 'pending' },
  },
  {
    move: 'a product is withdrawn',
    kind: 'product.withdraw',
    make: async () => (await products.withdraw({ id: (await pendingProduct(testApp)).id })).id,
    before: { status: 'pending' },
    after: { status: 'draft' },
  },
  {
    move: 'a product is approved for the first time',
    kind: 'product.approve',
    make: async () => (await approvedProduct(testApp)).id,
    before: { status: 'pending', approvedPrice: null, approvedVersion: null },
    after: { status: 'approved', approvedPrice: 12_000, approvedVersion: 1 },
  },
  {
    move: 'a rejected product is approved at another price',
    kind: 'product.approve',
    make: async () => {
      const rejected = await caller(admin).products.reject({ ...expectedBy(await approvedProduct(testApp)), ...blurred })
      const { id, version } = rejected
      return (await caller(admin).products.approve(expectedBy(await products.edit({ id, version, change: { price: 15_000 } })))).id
    },
    before: {
      status: 'rejected',
      approvedPrice: 12_000,
      approvedVersion: 1,
      rejectionReason: blurred.rejectionReason,
      // For an undo.
      rejectionCode: blurred.code,
      rejectionFields: blurred.fields,
    },
    after: { status: 'approved', approvedPrice: 15_000, approvedVersion: 2, rejectionReason: null },
  },
  {
    move: 'a product is rejected',
    kind: 'product.reject',
    make: async () => (await rejectedProduct(testApp)).id,
    before: { status: 'pending' },
    after: { status: 'rejected', fields: ['images'] },
    fields: ['status'],
  },
  {
    move: 'a product that an admin archived is taken down',
    kind: 'product.reject',
    make: async () => (await caller(admin).products.reject({ ...expectedBy(await archived(admin)), ...blurred })).id,
    before: { status: 'archived', archivedByAdmin: true },
    after: { status: 'rejected', archivedByAdmin: false, fields: ['images'] },
    fields: ['archivedByAdmin', 'status'],
  },
  {
    move: 'a seller archives a product',
    kind: 'product.archive',
    make: async () => (await archived(seller)).id,
    before: { status: 'approved' },
    after: { status: 'archived' },
  },
  {
    move: 'an admin archives a product',
    kind: 'product.archive',
    make: async () => (await archived(admin)).id,
    before: { status: 'approved', archivedByAdmin: false },
    after: { status: 'archived', archivedByAdmin: true },
  },
  {
    move: 'a product is restored',
    kind: 'product.restore',
    make: async () => (await products.restore({ id: (await archived(seller)).id })).id,
    before: { status: 'archived' },
    after: { status: 'approved' },
  },
  {
    move: 'a long text is changed',
    kind: 'product.edit',
    make: async () => {
      const { id, version } = await rejectedProduct(testApp)
      return (await products.edit({ id, version, change: { description: long } })).id
    },
    before: { description: chair().description },
    after: { description: 'x'.repeat(limits.product.descriptionMax) },
  },
  {
    move: 'a requested change is approved',
    kind: 'editRequest.approve',
    make: async () => {
      const { request } = await waitingEdit(testApp, { change: { title: 'New chair', price: 90_000 } })
      return (await caller(admin).editRequests.approve({ ...expectedEdit(request), refused: [] })).id
    },
    before: { status: 'pending', title: 'Oak chair', price: 12_000, version: 1, approvedPrice: 12_000 },
    after: { status: 'approved', title: 'New chair', price: 90_000, version: 2, approvedPrice: 90_000 },
    fields: ['price', 'title'],
  },
  {
    move: 'a requested change is rejected',
    kind: 'editRequest.reject',
    make: async () => (await caller(admin).editRequests.reject({ ...expectedEdit((await waitingEdit(testApp)).request), ...why })).id,
    before: { status: 'pending' },
    after: { status: 'rejected' },
    fields: ['title'],
  },
  {
    move: 'a requested change is withdrawn',
    kind: 'editRequest.withdraw',
    make: async () => (await editRequests.withdraw({ id: (await waitingEdit(testApp)).request.id })).id,
    before: { status: 'pending' },
    after: { status: 'withdrawn' },
    fields: ['title'],
  },
  {
    move: 'a requested change is superseded because the product leaves the sale',
    kind: 'editRequest.supersede',
    make: async () => {
      const { product, request } = await waitingEdit(testApp)
      await products.archive({ id: product.id })
      return request.id
    },
    before: { status: 'pending' },
    after: { status: 'superseded' },
    fields: ['title'],
  },
  {
    move: 'settings are changed',
    kind: 'settings.edit',
    make: async () => {
      await caller(admin).settings.edit({ change: { termsUrl: `https://shop.example/${'t'.repeat(200)}`, buyerRetentionDays: 30 } })
      return 'settings'
    },
    before: { termsUrl: '', buyerRetentionDays: 0 },
    after: { termsUrl: `https://shop.example/${'t'.repeat(200)}`, buyerRetentionDays: 30 },
  },
]
const long = 'x'.repeat(limits.product.descriptionMax)

describe('the history shows an admin the values before and after', () => {
  test.each(moves)('$move', async ({ kind, make, before, after, fields = Object.keys(after ?? {}).sort() }) => {
    const entry = await lastOf(await make())
    const shown = { kind: entry?.kind, before: entry?.before, after: entry?.after, fields: entry?.fields.toSorted() }
    expect(shown).toEqual({ kind, before, after, fields })
  })
})

test('approvals at the same moment each record their own change', async () => {
  const waiting = await Promise.all([1_000, 2_000, 3_000, 4_000, 5_000].map((price) => pendingProduct(testApp, { fields: { price } })))
  await Promise.all(waiting.map((product) => caller(admin).products.approve(expectedBy(product))))
  for (const { id, price } of waiting)
    expect(await lastOf(id)).toMatchObject({
      before: { status: 'pending', approvedPrice: null },
      after: { status: 'approved', approvedPrice: price },
    })
})

test('the CSV file has the values before and after in full, and no cell is a formula', async () => {
  const { ask } = await openTestServer(app)
  const { id, version } = await rejectedProduct(testApp)
  const description = `=HYPERLINK("x") ${'long '.repeat(900)}`.trim()
  await products.edit({ id, version, change: { description } })
  const { text } = await ask(`/api/history/export.csv?search=${id}`, { as: admin })
  const line = text.split('\r\n').find((each) => each.includes(',product.edit,')) ?? ''
  expect(line).toContain(`"${JSON.stringify({ description }).replaceAll('"', '""')}"`)
  expect(line).not.toMatch(/(^|,)"?[=+@-]/)
})
