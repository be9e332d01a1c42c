import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { receiveImport } from '#server/imports/receive-import.ts'
import { workOnImport } from '#server/imports/work-on-import.ts'
import { imports } from '#server/platform/database/tables/imports.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { openImports } from '#server/testing/imports.ts'
import { chair } from '#server/testing/listing.ts'
import { waitingFor } from '#server/testing/locks.ts'
import type { Person } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, caller, reaches, checked, imported, productsOf, events, someone } = await openImports()

describe('a running import', () => {
  const many = (rows: number) => `sku,title,price\n${Array.from({ length: rows }, (_, at) => `S-${at},Chair ${at},1.00`).join('\n')}\n`
  const countOf = async (who: Person) =>
    (await app.sql<{ n: number }[]>`select count(*)::int as n from products where seller_id = ${who.id}`)[0]?.n ?? 0
  const underway = async (who: Person, rows: number) => {
    const { id } = await checked(who, many(rows))
    await caller(who).imports.run({ id })
    await expect.poll(() => countOf(who), { interval: 5 }).toBeGreaterThan(0)
    return id
  }

  test('ends at its current row when it is cancelled: what is written stays, and nothing follows', async () => {
    const who = await someone()
    const id = await underway(who, 5_000)
    const cancelled = await caller(who).imports.cancel({ id })
    const stands = await countOf(who)
    expect(cancelled).toMatchObject({ status: 'cancelled', created: stands, finishedAt: expect.any(String) })
    expect(stands).toBeLessThan(5_000)
    await expect(caller(who).imports.run({ id })).rejects.toMatchObject({ code: 'wrong-status' })
    await expect(caller(who).imports.cancel({ id })).rejects.toMatchObject({ code: 'wrong-status' })
    // Imports of a person run one at a time: if this one is done, the cancelled one is not running.
    await imported(who, 'sku,title\nLAST,Last chair\n')
    expect(await countOf(who)).toBe(stands + 1)
    expect(await imported(who, many(5_000))).toMatchObject({ created: 5_000 - stands, unchanged: stands, failed: 0 })
  })

  test('of a seller who is suspended meanwhile writes nothing more, and names the reason after the reactivation', async () => {
    const who = await someone()
    const id = await underway(who, 5_000)
    await app.sql`update users set status = 'suspended' where id = ${who.id}`
    const stands = await countOf(who)
    const statusOf = async () => (await app.sql`select status from imports where id = ${id}`)[0]?.status
    await expect.poll(statusOf).toBe('cancelled')
    expect(await countOf(who)).toBe(stands)
    expect(stands).toBeLessThan(5_000)
    await app.sql`update users set status = 'active' where id = ${who.id}`
    expect((await caller(who).imports.get({ id })).problems).toEqual([
      { row: 0, field: null, message: expect.stringContaining('suspended') },
    ])
  })

  test('goes on when its owner signs out', async () => {
    const who = await someone()
    const id = await underway(who, 2_000)
    await app.sql`delete from sessions where id = ${who.sessionId}`
    await expect.poll(async () => (await app.sql`select status from imports where id = ${id}`)[0]?.status, { timeout: 50_000 }).toBe('done')
    expect(await countOf(who)).toBe(2_000)
  })

  test('goes on after a restart and imports each row once', async () => {
    const other = await openTestApp()
    const they = other.caller(other.seller)
    const { id } = await receiveImport(other.app, other.seller, {
      name: 'a.csv',
      content: Readable.from([Buffer.from(`${many(5_000)}S-3,Again,\n,No SKU,\n`)]),
    })
    const state = async () => (await they.imports.get({ id })).status
    await expect.poll(state, { timeout: 50_000 }).toBe('checked')
    await they.imports.run({ id })
    await expect.poll(async () => (await they.imports.get({ id })).created, { interval: 5 }).toBeGreaterThan(0)
    await other.restart()
    const after = await they.imports.get({ id })
    expect([after.status, after.created < 5_000]).toEqual(['running', true])
    await expect.poll(state, { timeout: 60_000 }).toBe('done')
    expect(await they.imports.get({ id })).toMatchObject({
      rows: 5_002,
      done: 5_002,
      created: 5_001,
      failed: 1,
      problems: [{ row: 5_002, field: 'sku' }],
    })
    expect(
      await other.app.sql`select count(*)::int as n, count(distinct item_id)::int as items from events where kind = 'product.create'`,
    ).toEqual([{ n: 5_001, items: 5_001 }])
  })

  test('makes no second product for a SKU that a product made by hand gets at the same moment', async () => {
    const who = await someone()
    const { id } = await checked(who, many(3_000))
    await caller(who).imports.run({ id })
    const byHand = Array.from({ length: 40 }, (_, at) =>
      caller(who)
        .products.create({ ...chair({ sku: `S-${at * 70}` }), draft: true })
        .then(() => 1)
        .catch(() => 0),
    )
    const made = (await Promise.all(byHand)).reduce<number>((sum, one) => sum + one, 0)
    expect(await reaches(who, id, 'done')).toMatchObject({ created: 3_000 - made, updated: made, failed: 0 })
    expect(await countOf(who)).toBe(3_000)
  })

  test('loses only the row whose SKU is given to a product by hand at the same moment', async () => {
    const who = await someone()
    const one = await caller(who).products.create({ ...chair({ sku: 'OLD-1' }), draft: true })
    const other = await caller(who).products.create({ ...chair({ sku: 'OLD-2' }), draft: true })
    const { id } = await checked(who, `id,sku\n${one.id},NEW-1\n${other.id},NEW-2\n`)
    await app.sql.begin(async (tx) => {
      await tx`insert into products (id, title, seller_id, status, sku) values (${`by-hand-${who.id}`}, 'By hand', ${who.id}, 'draft', 'NEW-2')`
      await caller(who).imports.run({ id })
      await expect.poll(async () => (await waitingFor(tx)).length, { interval: 10 }).toBeGreaterThan(0)
    })
    expect(await reaches(who, id, 'done', 'failed')).toMatchObject({
      status: 'done',
      updated: 1,
      failed: 1,
      problems: [{ row: 3, field: 'sku', message: 'Another of your products already has this SKU.' }],
    })
    expect((await productsOf(who)).map(({ sku }) => sku).sort()).toEqual(['NEW-1', 'NEW-2', 'OLD-2'])
  })

  test.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
  ])('takes its rows again after %s with another transaction', async (_, code) => {
    const who = await someone()
    const { id: product } = await caller(who).products.create({ ...chair({ sku: 'A' }), draft: true })
    const { id } = await checked(who, 'sku,title\nA,Ash chair\nB,New chair\n')
    const name = `hiccup_${code.toLowerCase()}`
    await app.sql.unsafe(`
      create sequence ${name};
      create function ${name}() returns trigger language plpgsql as $$ begin
        if nextval('${name}') <= 2 then raise exception 'in the way' using errcode = '${code}'; end if;
        return new;
      end $$;
      create trigger ${name} before update on products for each row when (new.id = '${product}') execute function ${name}()`)
    await caller(who).imports.run({ id })
    expect(await reaches(who, id, 'done', 'failed')).toMatchObject({ status: 'done', updated: 1, created: 1, failed: 0 })
    expect((await events(product)).map(({ kind }) => kind)).toEqual(['product.create', 'product.edit'])
  })

  test('that another node takes over knows which products the earlier rows were about', async () => {
    const who = await someone()
    const { id: product } = await caller(who).products.create({ ...chair({ sku: 'A', title: 'As row 2 says' }), draft: true })
    // An older pair of SKUs that differ only in case: the row of the one is not about the other.
    await app.sql`update products set sku_clashes = true where id = ${product}`
    const { id: other } = await caller(who).products.create({ ...chair({ sku: 'a' }), draft: true })
    const { id } = await checked(who, `sku,id,title\nA,,As row 2 says\n,,Nameless chair\nA-1,${product},As row 4 says\na,,As row 5 says\n`)
    // As if another node had taken the first row and fallen silent.
    await app.sql`delete from import_problems where import_id = ${id}`
    await app.sql`update imports set status = 'running', done = 1, updated = 1, created = 0, unchanged = 0, failed = 0, problems = '[]', held_until = null where id = ${id}`
    expect(await reaches(who, id, 'done', 'failed')).toMatchObject({
      done: 4,
      updated: 2,
      created: 1,
      failed: 1,
      problems: [{ row: 4, message: 'An earlier row of this file has the same product.' }],
    })
    expect(await caller(who).products.get({ id: product })).toMatchObject({ sku: 'A', title: 'As row 2 says' })
    expect(await caller(who).products.get({ id: other })).toMatchObject({ sku: 'a', title: 'As row 5 says' })
  })

  test('that stalled is taken up again, and each row is imported once', async () => {
    const who = await someone()
    const { id } = await checked(who, many(500))
    const claim = { status: 'running', done: 0, created: 0, heldUntil: sql`now() + interval '5 seconds'` } as const
    const [claimed] = await app.db.update(imports).set(claim).where(eq(imports.id, id)).returning()
    if (!claimed) throw new Error('There is no import.')
    const loop = openLoop('Working on a stalled import', async () => {}, { log: console })
    onTestFinished(loop.close)
    let work: Promise<void> = Promise.resolve()
    await app.sql.begin(async (tx) => {
      await tx`select from imports where id = ${id} for update`
      const watched = loop.watch((alive) => (work = workOnImport(app, claimed, new AbortController().signal, alive)), 300)
      await expect(watched).rejects.toThrow('stalled for 0.3 seconds')
    })
    await expect(work).rejects.toThrow('stalled for 0.3 seconds')
    // Its last write renewed the claim, for `leaseMs` at most. The claim ends here, so that the test need not wait for it.
    const over = app.sql`
      update imports set held_until = now()
      where id = ${id} and held_until <= now() + ${limits.import.leaseMs} * interval '1 millisecond' returning id`
    expect(await over).toHaveLength(1)
    expect(await reaches(who, id, 'done', 'failed')).toMatchObject({ status: 'done', done: 500, created: 500, failed: 0 })
    expect(await countOf(who)).toBe(500)
  })

  test('publishes hints to its owner only, a few times a second at most', async () => {
    const who = await someone()
    const heard: { ownerId: string | null; itemId: string }[] = []
    const begun = Date.now()
    const stopListening = app.feed.onHint((hint) => void (hint.kind === 'import.change' && heard.push(hint)))
    const { id } = await imported(who, many(5_000))
    await expect.poll(() => heard.filter(({ itemId }) => itemId === id).length).toBeGreaterThan(3)
    stopListening()
    const pauses = (Date.now() - begun) / limits.import.publishMs
    const mine = heard.filter(({ itemId }) => itemId === id)
    expect(mine.every(({ ownerId }) => ownerId === who.id)).toBe(true)
    // Four more report that it was received, checked, begun and done.
    expect(mine.length).toBeLessThanOrEqual(pauses + 4)
  })
})
