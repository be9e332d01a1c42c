import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { startSweep, sweep } from '#server/files/sweep.ts'
import { locks } from '#server/platform/database/locks.ts'
import { arrivals } from '#server/platform/files/parts.ts'
import { chair, isStored, pendingProduct, upload } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, admin } = testApp
const creation = async (title = 'Oak chair') =>
  (await caller(seller).products.create({ ...chair({ title }), draft: false, imagesFollow: true })).id
const now = () => sweep(app, new Date())
const yesterday = "now() - interval '25 hours'"
const isKnown = async (path: string) => (await app.sql`select 1 from files where path = ${path}`).length > 0

describe('the sweep', () => {
  test('removes uploads that no product named within a day, and leaves younger and named ones', async () => {
    const { id } = await caller(seller).products.create({ ...chair(), draft: true })
    const old = await upload(testApp, seller, id)
    const young = await upload(testApp, seller, id)
    const named = (await pendingProduct(testApp)).images[0]?.path ?? ''
    await app.sql`update files set created_at = ${app.sql.unsafe(yesterday)} where path in ${app.sql([old.path, named])}`
    await now()
    for (const [path, stays] of [
      [old.path, false],
      [young.path, true],
      [named, true],
    ] as const) {
      expect([await isStored(testApp, path), await isStored(testApp, `thumbnails/160/${path}.webp`), await isKnown(path)]).toEqual([
        stays,
        stays,
        stays,
      ])
    }
  })

  test('removes what a killed server left: a partly stored file, a waiting write, an arriving upload', async () => {
    const id = await creation()
    const { path } = await upload(testApp, seller, id)
    await app.storage.remove(`thumbnails/160/${path}.webp`)
    await app.sql`update files set stored_at = null, created_at = ${app.sql.unsafe(yesterday)} where path = ${path}`
    const { folder } = app.config.storage as { folder: string }
    await mkdir(arrivals(app), { recursive: true })
    for (const left of [join(folder, '.waiting', 'half'), join(arrivals(app), 'half')]) {
      await writeFile(left, 'half')
      await utimes(left, new Date(0), new Date(0))
    }
    await now()
    expect([await isStored(testApp, path), await isStored(testApp, `thumbnails/640/${path}.webp`), await isKnown(path)]).toEqual([
      false,
      false,
      false,
    ])
    expect([await readdir(join(folder, '.waiting')), await readdir(arrivals(app))]).toEqual([[], []])
  })

  test('retries files that could not be removed, and one that fails does not block the others', async () => {
    const id = await creation()
    const stubborn = (await upload(testApp, seller, id)).path
    const other = (await upload(testApp, seller, id)).path
    await app.sql`update files set released_at = now() where path in ${app.sql([stubborn, other])}`
    const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
    const remove = (path: string) => (path.includes(stubborn) ? Promise.reject(new Error('no')) : app.storage.remove(path))
    await sweep({ ...app, storage: { ...app.storage, remove } }, new Date())
    expect(errorLog).toHaveBeenCalledOnce()
    expect([await isKnown(stubborn), await isKnown(other)]).toEqual([true, false])
    await now()
    expect([await isKnown(stubborn), await isStored(testApp, stubborn)]).toEqual([false, false])
  })

  test('removes more files than fit in one batch', async () => {
    await app.sql`
      insert into files (path, product_id, uploaded_by, name, content_type, created_at)
      select 'products/gone/' || n || '_x.png', 'gone', ${seller.id}, 'x.png', 'image/png', ${app.sql.unsafe(yesterday)} from generate_series(1, 450) n`
    await now()
    expect(await app.sql`select 1 from files where product_id = 'gone'`).toHaveLength(0)
  })

  test('turns a creation whose pictures did not come within a day into a draft, and records no actor', async () => {
    const old = await creation('Forgotten')
    const young = await creation('Still coming')
    await app.sql`update products set created_at = ${app.sql.unsafe(yesterday)} where id = ${old}`
    await now()
    expect(await caller(seller).products.get({ id: old })).toMatchObject({ status: 'draft', unfinished: false })
    expect(await caller(seller).products.get({ id: young })).toMatchObject({ status: 'pending', unfinished: true })
    const events = await app.sql`
      select e.kind, e.actor_id, e.owner_id, d.title from events e left join event_details d on d.event_id = e.id where e.item_id = ${old} order by e.id`
    expect(events.at(-1)).toEqual({ kind: 'product.withdraw', actor_id: null, owner_id: seller.id, title: 'Forgotten' })
    expect((await caller(admin).products.queue({ search: 'Forgotten' })).rows).toEqual([])
    await now()
    expect(await app.sql`select 1 from events where item_id = ${old}`).toHaveLength(2)
  })

  test('leaves the pictures that arrived to a creation that becomes a draft, in the order they arrived', async () => {
    const id = await creation('Half sent')
    const paths = [(await upload(testApp, seller, id, 'b.png')).path, (await upload(testApp, seller, id, 'a.png')).path]
    for (const table of ['products where id', 'files where product_id']) {
      const [name, condition] = table.split(' where ')
      await app.sql`update ${app.sql(name ?? '')} set created_at = created_at - interval '25 hours' where ${app.sql(condition ?? '')} = ${id}`
    }
    await now()
    const draft = await caller(seller).products.get({ id })
    expect([draft.status, draft.unfinished, draft.images.map(({ path }) => path)]).toEqual(['draft', false, paths])
    expect(await isStored(testApp, paths[0] ?? '')).toBe(true)
    await now()
    expect(await isKnown(paths[1] ?? '')).toBe(true)
    expect((await caller(seller).products.submit({ id })).status).toBe('pending')
  })

  test('leaves the pictures of a creation that its seller withdraws', async () => {
    const id = await creation('Taken back')
    const { path } = await upload(testApp, seller, id)
    expect((await caller(seller).products.withdraw({ id })).images.map((image) => image.path)).toEqual([path])
    await app.sql`update files set created_at = ${app.sql.unsafe(yesterday)} where product_id = ${id}`
    await now()
    expect(await isStored(testApp, path)).toBe(true)
    expect((await caller(seller).products.get({ id })).images.map((image) => image.url)).toEqual([`/files/${path}`])
  })

  test('turns creations into drafts even while the store fails', async () => {
    const id = await creation('Waiting for the store')
    await app.sql`update products set created_at = ${app.sql.unsafe(yesterday)} where id = ${id}`
    const tidy = () => Promise.reject(new Error('no store'))
    await expect(sweep({ ...app, storage: { ...app.storage, tidy } }, new Date())).rejects.toThrow('Not all could be swept.')
    expect((await caller(seller).products.get({ id })).status).toBe('draft')
  })

  test('is done by one node at a time', async () => {
    const id = await creation()
    const { path } = await upload(testApp, seller, id)
    await app.sql`update files set released_at = now() where path = ${path}`
    const connection = await app.sql.reserve()
    await connection`select pg_advisory_lock(${locks.sweep})`
    await now()
    expect(await isKnown(path)).toBe(true)
    await connection`select pg_advisory_unlock(${locks.sweep})`
    connection.release()
    await Promise.all([now(), now(), now()])
    expect(await isKnown(path)).toBe(false)
  })

  test('starts with the server and ends with it', async () => {
    const id = await creation()
    const { path } = await upload(testApp, seller, id)
    await app.sql`update files set released_at = now() where path = ${path}`
    const running = startSweep(app)
    await running.close()
    expect(await isKnown(path)).toBe(false)
  })
})
