import { describe, expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import { whyNot } from '#domain/moves.ts'
import { ProductFields } from '#domain/product.ts'
import { missingIn, type ProductMove, priceNeedsReview, productMoves, productStatuses } from '#domain/product-rules.ts'
import { people, person } from '#domain/testing/people.ts'

test('a tag that a seller enters twice is stored once', () => {
  expect(ProductFields.shape.tags.parse(['oak', ' oak ', 'chair', 'oak'])).toEqual(['oak', 'chair'])
  const many = Array.from({ length: limits.product.tagsMax + 5 }, (_, at) => `tag ${at % limits.product.tagsMax}`)
  expect(ProductFields.shape.tags.parse(many)).toHaveLength(limits.product.tagsMax)
})

test('a second attribute of the same name is refused, regardless of case and spaces', () => {
  const read = (...keys: string[]) => ProductFields.shape.attributes.safeParse(keys.map((key) => ({ key, value: 'red' })))
  expect(read('Colour', 'Size').success).toBe(true)
  expect(read('Colour', 'Size', ' colour ', 'SIZE').error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['2.key', 'Another attribute is already named “colour”.'],
    ['3.key', 'Another attribute is already named “SIZE”.'],
  ])
})

test('each person may make exactly these moves of a product, from these statuses', () => {
  const rows = (Object.keys(productMoves) as ProductMove[]).flatMap((name) =>
    Object.entries(people).map(([who, actor]) => {
      const from = productStatuses.filter((status) => !whyNot(actor, productMoves[name], { status, seller_id: 'owner' }))
      const to = productMoves[name].to ?? (name === 'delete' ? 'gone' : 'as it was')
      return `${name} by ${who}: ${from.length > 0 ? `${from.join(', ')} → ${to}` : 'never'}`
    }),
  )
  expect(rows).toMatchInlineSnapshot(`
    [
      "submit by owner: draft, rejected → pending",
      "submit by rival: never",
      "submit by suspended owner: never",
      "submit by admin: never",
      "submit by suspended admin: never",
      "withdraw by owner: pending → draft",
      "withdraw by rival: never",
      "withdraw by suspended owner: never",
      "withdraw by admin: never",
      "withdraw by suspended admin: never",
      "approve by owner: never",
      "approve by rival: never",
      "approve by suspended owner: never",
      "approve by admin: pending, rejected → approved",
      "approve by suspended admin: never",
      "reject by owner: never",
      "reject by rival: never",
      "reject by suspended owner: never",
      "reject by admin: pending, approved, archived → rejected",
      "reject by suspended admin: never",
      "archive by owner: approved → archived",
      "archive by rival: never",
      "archive by suspended owner: never",
      "archive by admin: approved → archived",
      "archive by suspended admin: never",
      "restore by owner: archived → approved",
      "restore by rival: never",
      "restore by suspended owner: never",
      "restore by admin: archived → approved",
      "restore by suspended admin: never",
      "undo by owner: approved, rejected, archived → as it was",
      "undo by rival: never",
      "undo by suspended owner: never",
      "undo by admin: approved, rejected, archived → as it was",
      "undo by suspended admin: never",
      "assign by owner: never",
      "assign by rival: never",
      "assign by suspended owner: never",
      "assign by admin: draft, pending, approved, rejected, archived → as it was",
      "assign by suspended admin: never",
      "edit by owner: draft, pending, approved, rejected, archived → as it was",
      "edit by rival: never",
      "edit by suspended owner: never",
      "edit by admin: never",
      "edit by suspended admin: never",
      "delete by owner: draft, pending, approved, rejected, archived → gone",
      "delete by rival: never",
      "delete by suspended owner: never",
      "delete by admin: draft, pending, approved, rejected, archived → gone",
      "delete by suspended admin: never",
    ]
  `)
})

test('an admin assigns products with and without a seller, and a seller assigns nothing', () => {
  const admin = person('admin', { role: 'admin' })
  for (const status of productStatuses) {
    for (const seller_id of ['owner', null]) expect(whyNot(admin, productMoves.assign, { status, seller_id })).toBeNull()
    for (const seller_id of ['owner', null]) expect(whyNot(person('owner'), productMoves.assign, { status, seller_id })).toBe('not-allowed')
  }
})

test('sellers restore what they archived themselves, but not what an admin archived', () => {
  const archived = { status: 'archived' as const, seller_id: 'owner' }
  const owner = person('owner')
  expect(whyNot(owner, productMoves.restore, { ...archived, archivedByAdmin: false })).toBe(null)
  expect(whyNot(owner, productMoves.restore, { ...archived, archivedByAdmin: true })).toBe('archived-by-admin')
  expect(whyNot(person('admin', { role: 'admin' }), productMoves.restore, { ...archived, archivedByAdmin: true })).toBe(null)
})

test('no product of a closed account goes on sale, while other moves remain possible', () => {
  const admin = person('admin', { role: 'admin' })
  const closed = { seller_id: 'owner', sellerClosed: true }
  expect(whyNot(admin, productMoves.approve, { ...closed, status: 'rejected' })).toBe('seller-closed')
  expect(whyNot(admin, productMoves.restore, { ...closed, status: 'archived' })).toBe('seller-closed')
  expect(whyNot(admin, productMoves.approve, { ...closed, status: 'rejected', sellerClosed: false })).toBeNull()
  expect(whyNot(admin, productMoves.approve, { ...closed, status: 'draft' })).toBe('wrong-status')
  expect(whyNot(admin, productMoves.delete, { ...closed, status: 'rejected' })).toBeNull()
})

test('an admin who owns or submitted a product must leave the decision to a colleague', () => {
  const owner = person('owner', { role: 'admin' })
  for (const move of [productMoves.approve, productMoves.reject, productMoves.restore]) {
    expect(whyNot(owner, move, { status: 'pending', seller_id: 'owner' })).toBe('own-product')
    expect(whyNot(owner, move, { status: 'pending', seller_id: 'another', submittedByYou: true })).toBe('own-product')
  }
  expect(whyNot(owner, productMoves.archive, { status: 'approved', seller_id: 'owner' })).toBeNull()
})

test('no product that an admin owns goes on sale', () => {
  const admin = person('admin', { role: 'admin' })
  const theirs = { seller_id: 'owner', sellerIsAdmin: true }
  expect(whyNot(admin, productMoves.approve, { ...theirs, status: 'rejected' })).toBe('seller-is-admin')
  expect(whyNot(admin, productMoves.restore, { ...theirs, status: 'archived' })).toBe('seller-is-admin')
  expect(whyNot(admin, productMoves.reject, { ...theirs, status: 'archived' })).toBeNull()
})

test('a pending product rests while its seller is suspended; one that was on sale can be taken down', () => {
  const admin = person('admin', { role: 'admin' })
  const suspended = { seller_id: 'owner', sellerSuspended: true }
  expect(whyNot(admin, productMoves.approve, { ...suspended, status: 'pending' })).toBe('seller-suspended')
  expect(whyNot(admin, productMoves.reject, { ...suspended, status: 'pending' })).toBe('seller-suspended')
  expect(whyNot(admin, productMoves.reject, { ...suspended, status: 'approved' })).toBeNull()
  expect(whyNot(admin, productMoves.delete, { ...suspended, status: 'pending' })).toBeNull()
})

test('a product without a seller has no owner', () => {
  const ownerless = { status: 'draft' as const, seller_id: null }
  expect(whyNot(person('rival'), productMoves.edit, ownerless)).toBe('not-allowed')
  expect(whyNot(person('rival'), productMoves.submit, ownerless)).toBe('not-allowed')
})

test('whyNot checks person, role and status in this order, so that people learn no more than they may', () => {
  const draft = { status: 'draft' as const, seller_id: 'owner' }
  expect(whyNot(person('rival', { status: 'suspended' }), productMoves.approve, draft)).toBe('account-suspended')
  expect(whyNot(person('rival'), productMoves.approve, draft)).toBe('not-allowed')
  expect(whyNot(person('admin', { role: 'admin' }), productMoves.approve, draft)).toBe('wrong-status')
})

test('every status can be reached from a new product', () => {
  const reached = new Set<string>(['pending'])
  for (let size = 0; size !== reached.size; ) {
    size = reached.size
    for (const { from, to } of Object.values(productMoves)) if (to && from.some((status) => reached.has(status))) reached.add(to)
  }
  expect([...reached].sort()).toEqual([...productStatuses].sort())
})

describe('what is missing before review (product §3)', () => {
  const complete = { title: 'Oak chair', description: 'Solid.', price: 12_000, category: 'Home', stock: 0, images: [{}] }

  test('a complete product lacks nothing, and a stock of zero counts as a stock', () => {
    expect(missingIn(complete)).toEqual([])
  })

  test('each empty field is named, in the order of the form', () => {
    expect(missingIn({ title: 'ab', description: '', price: null, category: null, stock: null, images: [] })).toEqual([
      'title',
      'description',
      'price',
      'category',
      'stock',
      'images',
    ])
  })

  test('an empty category counts as missing, and three emoji are a title of three characters', () => {
    expect(missingIn({ ...complete, category: '' })).toEqual(['category'])
    expect(missingIn({ ...complete, title: '🪑🪑🪑' })).toEqual([])
    expect(missingIn({ ...complete, title: '🪑🪑' })).toEqual(['title'])
  })
})

describe('a new price on an approved product (product §3)', () => {
  test.each([
    [150, 100, false],
    [151, 100, true],
    [50, 100, false],
    [49, 100, true],
    [100, 100, false],
    [1, 1, false],
    [2, 1, true],
    [99_999_999_999, 66_666_666_666, false],
    [1_000, null, false],
  ])('%i after an approved %s needs review: %s', (price, approved, needed) => {
    expect(priceNeedsReview(price, approved, 50)).toBe(needed)
  })
})
