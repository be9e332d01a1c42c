import { describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '#server/platform/database/new-id.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { openImports } from '#server/testing/imports.ts'
import { approvedProduct, chair } from '#server/testing/listing.ts'

const { testApp, app, caller, header, reaches, checked, imported, productsOf, bySku, events, someone } = await openImports()

describe('a seller imports a CSV file', () => {
  test('the dry run reports what would happen and writes nothing; the run does it', async () => {
    const who = await someone()
    await caller(who).products.create({ ...chair({ sku: 'OLD' }), draft: true })
    const file = `${header}\nOLD,Oak chair,Solid oak.,"99,50",7,Home,oak|old,Height=90 cm\nNEW,New chair,,,,,,\n,Nameless chair,,,,,,\nBAD,x,,,,,,\n`
    const dry = await checked(who, file)
    expect(dry).toMatchObject({ status: 'checked', rows: 4, done: 4, created: 2, updated: 1, unchanged: 0, failed: 1, finishedAt: null })
    expect(dry.problems).toMatchObject([{ row: 5, field: 'title', message: `Use at least ${limits.product.titleMin} characters.` }])
    expect((await productsOf(who)).map(({ title }) => title)).toEqual(['Oak chair'])
    await caller(who).imports.run({ id: dry.id })
    const done = await reaches(who, dry.id, 'done')
    expect(done).toMatchObject({ rows: 4, done: 4, created: 2, updated: 1, unchanged: 0, failed: 1, finishedAt: expect.any(String) })
    expect(await bySku(who, 'OLD')).toMatchObject({
      description: 'Solid oak.',
      price: 9950,
      stock: 7,
      tags: ['oak', 'old'],
      attributes: [{ key: 'Height', value: '90 cm' }],
      version: 2,
    })
    const created = await bySku(who, 'NEW')
    expect(created).toMatchObject({ title: 'New chair', status: 'draft', unfinished: false, images: [], price: null, tags: [], version: 1 })
    expect((await productsOf(who)).map(({ title }) => title).sort()).toEqual(['Nameless chair', 'New chair', 'Oak chair'])
  })

  test('the dry run shows what the first rows would do, and which changes go to review', async () => {
    const who = await someone()
    await approvedProduct(testApp, { seller: who, fields: { sku: 'SALE' } })
    const { changes } = await checked(who, 'sku,title,stock\nSALE,Ash chair,9\nNEW,New chair,4\nSALE-2,New chair,\n')
    expect(changes).toEqual([
      {
        row: 2,
        kind: 'updated',
        title: 'Oak chair',
        fields: ['title', 'stock'],
        waiting: ['title'],
        before: { title: 'Oak chair', stock: 3 },
        after: { title: 'Ash chair', stock: 9 },
      },
      {
        row: 3,
        kind: 'created',
        title: 'New chair',
        fields: ['stock', 'sku'],
        waiting: [],
        before: null,
        after: { sku: 'NEW', stock: 4 },
      },
      { row: 4, kind: 'created', title: 'New chair', fields: ['sku'], waiting: [], before: null, after: { sku: 'SALE-2' } },
    ])
  })

  test('the dry run names the new categories of all rows once each, also of changes that go to review, and the run names none', async () => {
    const who = await someone()
    await approvedProduct(testApp, { seller: who, fields: { sku: 'SALE' } })
    const many = Array.from({ length: 250 }, (_, at) => `NEW-${at},New chair,${at % 2 ? 'Chairs' : 'chairs'}`)
    const { id, newCategories } = await checked(
      who,
      ['sku,title,category', ...many, 'LAST,New chair,home', 'SALE,Oak chair,Oak things', ''].join('\n'),
    )
    expect(newCategories).toEqual(['chairs', 'Oak things'])
    await caller(who).imports.run({ id })
    expect((await reaches(who, id, 'done')).newCategories).toEqual([])
  })

  test('of a file with a new category in each row, the dry run names one more than are counted', async () => {
    const rows = Array.from({ length: 450 }, (_, at) => `COL-${at},New chair,Column ${at}`)
    const { newCategories } = await checked(await someone(), ['sku,title,category', ...rows, ''].join('\n'))
    expect(newCategories).toHaveLength(limits.import.categoriesMax + 1)
  })

  test('a large file shows its first drafts and its first changed products, and a run shows none', async () => {
    const who = await someone()
    await caller(who).products.create({ ...chair({ sku: 'OLD' }), draft: true })
    const drafts = Array.from({ length: 250 }, (_, at) => `NEW-${at},New chair,1`)
    const { id, changes } = await checked(who, ['sku,title,stock', ...drafts, 'OLD,Oak chair,8', ''].join('\n'))
    const { changesShown } = limits.import
    expect(changes.map(({ row }) => row)).toEqual([...Array.from({ length: changesShown }, (_, at) => at + 2), 252])
    expect(changes.at(-1)).toMatchObject({ kind: 'updated', before: { stock: 3 }, after: { stock: 8 } })
    await caller(who).imports.run({ id })
    expect((await reaches(who, id, 'done')).changes).toEqual([])
    expect(await caller(who).imports.list()).toEqual([expect.not.objectContaining({ changes: expect.anything() })])
  })

  test('each product has its events, as if edited by hand', async () => {
    const who = await someone()
    const { id } = await caller(who).products.create({ ...chair({ sku: 'OLD' }), draft: true })
    await imported(who, 'sku,title,stock\nOLD,Ash chair,9\nNEW,New chair,\n')
    const about = { actorId: who.id, ownerId: who.id }
    expect((await events(id)).at(-1)).toEqual({
      ...about,
      kind: 'product.edit',
      title: 'Ash chair',
      fields: ['title', 'stock'],
      before: { title: 'Oak chair', stock: 3 },
      after: { title: 'Ash chair', stock: 9 },
    })
    const made = await bySku(who, 'NEW')
    expect(await events(made?.id ?? '')).toEqual([
      { ...about, kind: 'product.create', title: 'New chair', fields: [], before: null, after: null },
    ])
  })

  test('importing the same file again changes nothing, even rows without a SKU', async () => {
    const who = await someone()
    const file = `${header}\nA,Chair A,Text,1,1,Home,x|y,k=v\n,Chair without,,,,,,\n,Chair without,,,,,,\n`
    expect(await imported(who, file)).toMatchObject({ created: 3 })
    const before = await productsOf(who)
    expect(await imported(who, file)).toMatchObject({ created: 0, updated: 0, unchanged: 3, failed: 0 })
    expect(await productsOf(who)).toEqual(before)
  })

  test('a row without a SKU whose draft was deleted makes a new product without the old one’s history, and after that changes nothing', async () => {
    const who = await someone()
    const file = 'title\nNameless lamp\nNameless lamp\n'
    await imported(who, file)
    const [first, second] = await productsOf(who)
    await caller(who).products.delete({ id: first?.id ?? '' })
    expect(await imported(who, file)).toMatchObject({ created: 1, unchanged: 1, failed: 0 })
    const [other, fresh] = (await productsOf(who)).sort((one, other) => Number(other.id === second?.id) - Number(one.id === second?.id))
    expect(other?.id).toBe(second?.id)
    expect((await caller(who).products.timeline({ id: fresh?.id ?? '' })).rows.map(({ kind }) => kind)).toEqual(['product.create'])
    expect(await imported(who, file)).toMatchObject({ created: 0, unchanged: 2 })
    await caller(who).products.delete({ id: fresh?.id ?? '' })
    expect(await checked(who, file)).toMatchObject({ created: 1, unchanged: 1 })
    expect(await imported(who, file)).toMatchObject({ created: 1, unchanged: 1 })
    expect(new Set((await productsOf(who)).map(({ id }) => id)).has(first?.id ?? '')).toBe(false)
  })

  test('a missing column leaves its field, an empty cell clears it', async () => {
    const who = await someone()
    const { id } = await caller(who).products.create({ ...chair({ sku: 'A' }), draft: true })
    await imported(who, 'sku,description,tags\nA,,\n')
    expect(await caller(who).products.get({ id })).toMatchObject({ description: '', tags: [], title: 'Oak chair', price: 12_000, stock: 3 })
    await imported(who, 'SKU;Price;Stock;Category\nA;;;\n')
    expect(await caller(who).products.get({ id })).toMatchObject({ price: null, stock: null, category: null, title: 'Oak chair' })
    // Columns without a name expect no cells.
    expect(await imported(who, 'sku,price,,\nA,7\n')).toMatchObject({ updated: 1, failed: 0 })
    expect(await caller(who).products.get({ id })).toMatchObject({ price: 700, title: 'Oak chair' })
  })

  test('a row split by a line break without quotes overwrites nothing and makes nothing', async () => {
    const who = await someone()
    const { id } = await caller(who).products.create({ ...chair({ sku: 'A' }), draft: true })
    const before = await caller(who).products.get({ id })
    const done = await imported(
      who,
      'sku,title,description,price,stock\nA,Oak chair,First half of\na text,10.00,5\nB,Chair B,Whole,1.00,1\n',
    )
    expect(done).toMatchObject({ created: 1, updated: 0, failed: 2 })
    expect(done.problems).toMatchObject([
      { row: 2, field: null, message: expect.stringMatching(/^This row has 3 cells, the header 5\..*line break/) },
      { row: 3, field: null, message: expect.stringMatching(/^This row has 3 cells, the header 5\./) },
    ])
    expect(await caller(who).products.get({ id })).toEqual(before)
    expect((await productsOf(who)).map(({ sku }) => sku)).toEqual(['A', 'B'])
  })

  test('unknown columns are reported and ignored', async () => {
    const who = await someone()
    const { ignored, created } = await imported(who, 'sku,Title,seller_id,Colour\u0007,status,\nA,Chair,someone-else,red,approved,\n')
    expect([ignored, created]).toEqual([['seller_id', 'Colour'], 1])
    expect(await bySku(who, 'A')).toMatchObject({ seller_id: who.id, status: 'draft' })
  })

  test('of rows with the same SKU or id, the later ones are refused', async () => {
    const who = await someone()
    const done = await imported(who, 'sku,title\nA,First\nA,Second\n')
    expect(done).toMatchObject({ created: 1, failed: 1, problems: [{ row: 3, field: 'sku' }] })
    const product = await bySku(who, 'A')
    expect(product?.title).toBe('First')
    const twice = await imported(who, `id,sku,title\n${product?.id},,Third\n,A,Fourth\n`)
    expect(twice).toMatchObject({ updated: 1, created: 1, failed: 0 })
  })

  test('new rows beyond the limit of drafts are refused one by one, as the dry run says; other rows are taken', async () => {
    const who = await someone()
    await imported(who, 'sku,title\nA,Chair A\n')
    const { draftsMax } = limits.product
    Object.assign(limits.product, { draftsMax: limits.import.batch + 2 })
    onTestFinished(() => void Object.assign(limits.product, { draftsMax }))
    const file = ['sku,title', ...Array.from({ length: limits.import.batch + 3 }, (_, at) => `S${at},Chair ${at}`), 'A,Chair B', ''].join(
      '\n',
    )
    const outcome = {
      created: limits.import.batch + 1,
      updated: 1,
      failed: 2,
      problems: [{ field: null }, { row: limits.import.batch + 4 }],
    }
    const dry = await checked(who, file)
    expect(dry).toMatchObject(outcome)
    expect(dry.problems[0]?.message).toBe('You have reached the limit of drafts. Submit or delete some first.')
    await caller(who).imports.run({ id: dry.id })
    expect(await reaches(who, dry.id, 'done')).toMatchObject(outcome)
  })

  test('a SKU finds its product regardless of case and normalisation; two such rows of one file are one product', async () => {
    const who = await someone()
    await imported(who, 'sku,title\nCafe\u0301-1,Cafe\u0301 table\nB,Chair\n')
    const done = await imported(who, 'sku,title\nCAFÉ-1,Table\ncafé-1,Bench\nb,Chair\n')
    expect(done).toMatchObject({ created: 0, updated: 2, failed: 1, problems: [{ row: 3, field: 'sku' }] })
    expect((await productsOf(who)).map(({ sku, title }) => [sku, title])).toEqual([
      ['CAFÉ-1', 'Table'],
      ['b', 'Chair'],
    ])
    // An older pair that differs only in case can still be imported, each row unchanged or changed.
    await app.sql`insert into products (id, seller_id, title, sku, status, sku_clashes) values (${newId()}, ${who.id}, 'Stool', 'B', 'draft', true)`
    const pair = await Promise.all(['b', 'B'].map((sku) => bySku(who, sku)))
    expect(await imported(who, `sku,id,title\nb,${pair[0]?.id},Chair b\nB,${pair[1]?.id},Stool\n`)).toMatchObject({
      updated: 1,
      unchanged: 1,
    })
    expect(await imported(who, 'sku,title\nB,Stool B\n')).toMatchObject({ updated: 1, failed: 0 })
    expect([await bySku(who, 'b'), await bySku(who, 'B')]).toMatchObject([{ title: 'Chair b' }, { title: 'Stool B' }])
    expect(await imported(who, 'sku,title\nB,Stool\nb,Chair\n')).toMatchObject({ updated: 2, failed: 0 })
    expect([await bySku(who, 'b'), await bySku(who, 'B')]).toMatchObject([{ title: 'Chair' }, { title: 'Stool' }])
  })

  test('a SKU is given once, to a new product or to one named by its id, in either order and however far apart; the dry run says so', async () => {
    const filler = Array.from({ length: limits.import.batch }, (_, at) => `,,Filler ${at}\n`).join('')
    const taken = 'Another of your products already has this SKU.'
    const repeated = 'An earlier row of this file has the same SKU.'
    for (const between of ['', filler]) {
      const last = 3 + (between ? limits.import.batch : 0)
      for (const [order, message] of [
        ['new first', taken],
        ['id first', repeated],
        ['both by id', taken],
      ]) {
        const who = await someone()
        const chairs = await caller(who).products.create({ ...chair({ sku: 'P' }), draft: true })
        const tables = await caller(who).products.create({ ...chair({ sku: 'T' }), draft: true })
        const rows = { 'new first': ',x,New one', 'id first': `${chairs.id},X,Chair P`, 'both by id': `${tables.id},x,Table` }
        const first = rows[order as keyof typeof rows]
        const second = order === 'id first' ? rows['new first'] : rows['id first']
        const dry = await checked(who, `id,sku,title\n${first}\n${between}${second}\n`)
        const outcome = { failed: 1, problems: [{ row: last, field: 'sku', message }] }
        expect([order, last, dry]).toMatchObject([order, last, { status: 'checked', ...outcome }])
        await caller(who).imports.run({ id: dry.id })
        expect([order, last, await reaches(who, dry.id, 'done', 'failed')]).toMatchObject([order, last, { status: 'done', ...outcome }])
      }
    }
  })

  test('a refused row with a new SKU changes nothing for its correction', async () => {
    const who = await someone()
    const { id } = await caller(who).products.create({ ...chair({ sku: 'P' }), draft: true })
    expect(await imported(who, `id,sku,stock\n${id},X,many\n${id},X,3\n`)).toMatchObject({ updated: 1, failed: 1, problems: [{ row: 2 }] })
    expect(await caller(who).products.get({ id })).toMatchObject({ sku: 'X', stock: 3 })
  })

  test('by the id of an export a product gets another SKU, under the rules of the form', async () => {
    const who = await someone()
    await imported(who, 'sku,title\nA,Chair A\nB,Chair B\nC,Chair C\n')
    const a = await bySku(who, 'A')
    const b = await bySku(who, 'B')
    const c = await bySku(who, 'C')
    const done = await imported(who, `id,sku,title\n${a?.id},B,Chair A\n${c?.id},D,Chair C\n${b?.id},C,Chair B\n,E,Chair E\n`)
    expect(done).toMatchObject({ updated: 2, created: 1, failed: 1 })
    expect(done.problems).toMatchObject([{ row: 2, field: 'sku', message: 'Another of your products already has this SKU.' }])
    expect((await productsOf(who)).map(({ sku, title }) => `${sku} ${title}`).sort()).toEqual([
      'A Chair A',
      'C Chair B',
      'D Chair C',
      'E Chair E',
    ])
  })

  test('a SKU that an earlier row frees can be taken by a later one, and the dry run knows that, however far apart they are', async () => {
    const who = await someone()
    const { id } = await caller(who).products.create({ ...chair({ sku: 'X' }), draft: true })
    const between = Array.from({ length: limits.import.batch }, (_, at) => `,,Filler ${at}`).join('\n')
    const dry = await checked(who, `id,sku,title\n${id},Y,Oak chair\n${between}\n,X,Beech chair\n`)
    expect(dry).toMatchObject({ created: limits.import.batch + 1, updated: 1, failed: 0, problems: [] })
    await caller(who).imports.run({ id: dry.id })
    expect(await reaches(who, dry.id, 'done')).toMatchObject({ created: limits.import.batch + 1, updated: 1, failed: 0 })
    expect([await bySku(who, 'Y'), await bySku(who, 'X')]).toMatchObject([{ id }, { title: 'Beech chair' }])
  })

  test('a value that a spreadsheet guarded with an apostrophe is imported without it', async () => {
    const who = await someone()
    await imported(who, `sku,title,description\n'-5A,'=1+1 chairs,'@home\n`)
    expect(await bySku(who, '-5A')).toMatchObject({ title: '=1+1 chairs', description: '@home' })
  })
})
