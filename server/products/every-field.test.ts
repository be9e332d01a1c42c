import { describe, expect, test } from 'vitest'
import { nullableFields, type ProductFields } from '#domain/product.ts'
import { byKind, inPlaces, productFields, reviewableFields, type ValueField, valueFields } from '#domain/product-fields.ts'
import { addKey, asProgram } from '#server/testing/api.ts'
import { expectedEdit, requestFor, why } from '#server/testing/edits.ts'
import { openImports } from '#server/testing/imports.ts'
import { approvedProduct, chair } from '#server/testing/listing.ts'

const { testApp, app, caller, person, admin, ask, imported, events, ...server } = await openImports()
const program = asProgram({ ...server, ask }, await addKey(app, admin.id, ['products:read']))

/** Another value than that of `chair`, as a seller may write it. */
const changed = byKind<[field: ValueField], unknown>({
  line: (_, field) => `Another ${field}`,
  prose: (_, field) => `Another ${field}.`,
  text: (_, field) => `another ${field}`,
  // Near enough to the former price to apply without review.
  money: (value) => (value ?? 1_000) + 10,
  count: (value, field) => (value ?? productFields[field].min ?? 0) + 1,
  tags: (value, field) => [...value, field],
  attributes: (value, field) => [...value, { key: field, value: 'another' }],
})
const anotherOf = (field: ValueField) => changed(field, chair()[field], field)
const changeOf = (field: ValueField) => ({ [field]: anotherOf(field) }) as Partial<ProductFields>

/** The value in the database. */
const stored = async (id: string, field: ValueField) => {
  const [row] = await app.sql<{ value: unknown }[]>`select to_jsonb(products) -> ${field} as value from products where id = ${id}`
  return row?.value
}
const exported = async (who: Awaited<ReturnType<typeof person>>) => {
  const [header = '', ...lines] = (await ask('/api/products/export.csv', { as: who })).text.replace('\ufeff', '').trimEnd().split('\r\n')
  return { header: header.split(','), lines }
}
let count = 0
const someone = () => person(`Writer ${++count}`)
const lastEvent = async (itemId: string) => (await events(itemId)).at(-1)

test.each(['csv', 'fact'] as const)('each field has a place of its own among those of `%s`', (by) => {
  const places = inPlaces(by).map((field) => productFields[field][by])
  expect(places).toEqual([...new Set(places)])
})

describe.each(valueFields)('the field %s', (field) => {
  const recorded = { fields: [field], before: { [field]: chair()[field] }, after: { [field]: anotherOf(field) } }

  test('is stored by a creation, and a change of the draft is stored and recorded with both values', async () => {
    // Two sellers, as one may use a SKU once only.
    const who = await someone()
    const other = await someone()
    const made = await caller(other).products.create({ ...chair(changeOf(field)), draft: true })
    expect([made[field], await stored(made.id, field)]).toEqual([anotherOf(field), anotherOf(field)])
    const { id, version } = await caller(who).products.create({ ...chair(), draft: true })
    expect(await caller(who).products.edit({ id, version, change: changeOf(field) })).toMatchObject({
      ...changeOf(field),
      applied: [field],
    })
    expect(await stored(id, field)).toEqual(anotherOf(field))
    expect(await lastEvent(id)).toMatchObject({ kind: 'product.edit', ...recorded })
  })

  test('of a product on sale is reviewed as its row says, and storefronts read it if they may', async () => {
    const who = await someone()
    const product = await approvedProduct(testApp, { seller: who })
    const { review, storefront } = productFields[field]
    const edited = await caller(who).products.edit({ id: product.id, version: product.version, change: changeOf(field) })
    expect(edited).toMatchObject(review === 'default' ? { applied: [], waiting: [field] } : { applied: [field], waiting: [] })
    expect(await stored(product.id, field)).toEqual(review === 'default' ? chair()[field] : anotherOf(field))
    if (review !== 'default') expect(await lastEvent(product.id)).toMatchObject({ kind: 'product.edit', ...recorded })
    if (review === 'default') {
      const request = await requestFor(testApp, product)
      expect(request).toMatchObject({ fields: [field], live: recorded.before, proposed: recorded.after })
      await caller(admin).editRequests.approve(expectedEdit(request))
    }
    const { json } = await program('GET', `/products/${product.id}`)
    expect(Object.hasOwn(json ?? {}, field)).toBe(storefront)
    if (storefront) expect(json).toMatchObject(changeOf(field))
  })

  test('comes by CSV in and out, if it has a column', async () => {
    const from = await someone()
    const to = await someone()
    await caller(from).products.create({ ...chair(changeOf(field)), draft: true })
    const { header, lines } = await exported(from)
    expect(header.includes(field)).toBe(productFields[field].csv !== null)
    if (productFields[field].csv === null) return
    const { id } = await caller(to).products.create({ ...chair(), draft: true })
    const cell = lines[0]?.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.[header.indexOf(field)]?.replace(/,$/, '')
    expect(await imported(to, `id,${field}\n${id},${cell}\n`)).toMatchObject({ updated: 1, failed: 0 })
    expect(await stored(id, field)).toEqual(anotherOf(field))
    expect(await lastEvent(id)).toMatchObject({ kind: 'product.edit', ...recorded })
    expect((await exported(to)).lines[0]?.split(',')).toEqual(expect.arrayContaining(String(cell).split(',')))
  })
})

describe.each(reviewableFields.filter((field) => field !== 'images'))('a proposed %s', (field) => {
  const other = field === 'title' ? 'description' : 'title'
  const propose = async () => {
    const who = await someone()
    const product = await approvedProduct(testApp, { seller: who })
    const payload = { ...changeOf(field), ...changeOf(other) }
    return { product, request: await caller(who).editRequests.create({ product_id: product.id, version: product.version, payload }) }
  }

  test('is stored by its approval and recorded with both values', async () => {
    const { product, request } = await propose()
    await caller(admin).editRequests.approve(expectedEdit(request))
    expect([await stored(product.id, field), await stored(product.id, other)]).toEqual([anotherOf(field), anotherOf(other)])
    expect(await lastEvent(request.id)).toMatchObject({
      kind: 'editRequest.approve',
      fields: expect.arrayContaining([field, other]),
      before: { [field]: chair()[field] },
      after: { [field]: anotherOf(field) },
    })
  })

  test('is stored by an approval in part, and the refused field beside it is neither stored nor recorded', async () => {
    const { product, request } = await propose()
    await caller(admin).editRequests.approve({ ...expectedEdit(request), refused: [{ field: other, ...why }] })
    expect([await stored(product.id, field), await stored(product.id, other)]).toEqual([anotherOf(field), chair()[other]])
    const event = await lastEvent(request.id)
    expect(event).toMatchObject({ kind: 'editRequest.approvePartly', fields: [field] })
    expect([event?.before, event?.after]).toEqual([
      { status: 'pending', version: 1, [field]: chair()[field], ...(field === 'price' && { approvedPrice: chair().price }) },
      { status: 'partly_approved', version: 2, [field]: anotherOf(field), ...(field === 'price' && { approvedPrice: anotherOf(field) }) },
    ])
  })

  test('is not stored where it is refused and the other field accepted', async () => {
    const { product, request } = await propose()
    await caller(admin).editRequests.approve({ ...expectedEdit(request), refused: [{ field, ...why }] })
    expect([await stored(product.id, field), await stored(product.id, other)]).toEqual([chair()[field], anotherOf(other)])
  })
})

test('a client that does not know a field that may be empty creates a product without it, and an edit without it keeps it', async () => {
  const who = await someone()
  const known = Object.fromEntries(
    valueFields.filter((field) => !nullableFields.some((one) => one === field)).map((field) => [field, chair()[field]]),
  )
  const made = await caller(who).products.create({ ...(known as ProductFields), draft: true })
  for (const field of nullableFields) expect(made[field]).toBeNull()
  const full = await caller(who).products.create({ ...chair(Object.assign({}, ...nullableFields.map(changeOf))), draft: true })
  const kept = await caller(who).products.edit({ id: full.id, version: full.version, change: { title: 'Only the title' } })
  for (const field of nullableFields) expect(kept[field]).toEqual(anotherOf(field))
})
