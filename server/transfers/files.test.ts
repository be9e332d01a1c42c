import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StorageError } from '#domain/storage-error.ts'
import { sweep } from '#server/files/sweep.ts'
import { aPicture, isStored } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { importExport, writeExport } from '#server/testing/transfers.ts'

const testApp = await openTestApp()
const { app, admin, caller } = testApp
const png = await aPicture()
const seller = { id: 's1', email: 's1@example.com' }
const image = (path: string) => ({ url: 'https://evil.example/a.png', path, name: 'a.png' })
const product = (id: string, more: object = {}) => ({ id, title: 'Lamp', seller_id: 's1', price: 100, status: 'approved', ...more })
const sha256 = createHash('sha256').update(png).digest('hex')
const listOf = (...paths: string[]) => paths.map((path) => JSON.stringify({ path, sha256, name: 'a.png' })).join('\n')

test('a forged edit request brings no address of another site into a product', async () => {
  const live = 'products/r1/0_a.png'
  const proposed = 'products/r1/1_b.png'
  const forged = (path: string) => ({
    ...image(path),
    width: 8,
    height: 6,
    thumbnails: { 160: 'https://evil.example/160.png', 640: 'javascript:alert(1)' },
  })
  const request = {
    id: 'forged',
    product_id: 'r1',
    seller_id: 's1',
    payload: { images: [forged(proposed)], colour: 'red' },
    backstall: { version: 1, baseVersion: 1, fields: ['images', 'title'], base: { images: [forged(live)] }, decisions: [] },
  }
  expect(
    (
      await importExport(app, {
        users: [seller],
        products: [product('r1', { images: [image(live)] })],
        editRequests: [request],
        ...Object.fromEntries([live, proposed].map((path) => [`files/${path}`, png])),
        'files.jsonl': listOf(live, proposed),
      })
    ).said.filter((line) => !line.startsWith('users')),
  ).toEqual([])
  const { version, productVersion, fields, payload } = await caller(admin).editRequests.get({ id: 'forged' })
  expect([fields, payload]).toEqual([['images'], expect.objectContaining({ colour: 'red' })])
  await caller(admin).editRequests.approve({ id: 'forged', version, productVersion: productVersion ?? 0, refused: [] })
  expect((await caller(admin).products.get({ id: 'r1' })).images).toEqual([
    expect.objectContaining({ path: proposed, url: `/files/${proposed}` }),
  ])
  const rows =
    await app.sql`select p::text as product, r::text as request from products p join edit_requests r on r.product_id = p.id where p.id = 'r1'`
  expect(JSON.stringify(rows)).not.toMatch(/evil|javascript/)
})

test('what cannot be read is rejected, and the rest is imported', async () => {
  const deep = `files/${'a/'.repeat(12)}0_a.png` as const
  const folder = await writeExport({ products: [product('u1')], 'files/products/u1/0_a.png': png, ...Object.fromEntries([[deep, png]]) })
  const odd = Buffer.concat([Buffer.from(join(folder, 'files/products/x')), Buffer.from([0xff, 0xfe])])
  mkdirSync(odd)
  writeFileSync(Buffer.concat([Buffer.from(join(folder, 'files/products/u1/0_')), Buffer.from([0xff])]), png)
  const { said, progress } = await importExport(app, folder)
  expect(said.toSorted()).toEqual(['files   file-name rejected', 'files   file-name rejected', 'files   file-unreadable rejected'])
  expect(progress.counts.files).toMatchObject({ created: 1, rejected: 3 })
})

test('a file that the list or a waiting edit request names, and that was not sent, is reported', async () => {
  const asked = (id: string, images: unknown[], more = {}) => ({ id, userId: 's1', payload: { images }, ...more })
  const folder = await writeExport({
    editRequests: [
      asked('m1', ['products/m1/0_gone.png', 'products/m1/1_here.png', 5]),
      asked('m2', [image('products/m1/2_gone.png')]),
      asked('m3', ['products/m1/0_gone.png'], { status: 'rejected' }),
    ],
    'files/products/m1/1_here.png': png,
    'files.jsonl': listOf('products/m1/1_here.png', 'products/m1/3_gone.png'),
  })
  const { said, findings } = await importExport(app, folder)
  expect(said).toEqual([
    'files   file-not-sent rejected',
    'editRequests 1 payload.images file-missing noted',
    'editRequests 2 payload.images file-missing noted',
  ])
  expect(findings[0]?.id).toBe('products/m1/3_gone.png')
  // Without the folder of files, too; those that are here already are not missed.
  const again = (
    await importExport(app, { users: [seller], 'files.jsonl': listOf('products/m1/1_here.png', 'products/m1/3_gone.png') })
  ).findings.filter(({ collection }) => collection === 'files')
  expect(again.map(({ id, code }) => [id, code])).toEqual([['products/m1/3_gone.png', 'file-not-sent']])
})

test('a file that was removed here stays removed; one that nothing named comes again, and is swept again', async () => {
  const paths = { named: 'products/g1/0_named.png', waits: 'products/g1/1_waits.png', unnamed: 'products/g1/2_unnamed.png' }
  const avatar = 'avatars/s2/me.png'
  const logo = 'logos/shop.png'
  const all = [...Object.values(paths), avatar, logo]
  const folder = await writeExport({
    users: [seller, { id: 's2', email: 's2@example.com', backstall: { avatar } }],
    products: [product('g1', { images: [image(paths.named), image(paths.waits)] })],
    ...Object.fromEntries(all.map((path) => [`files/${path}`, png])),
    'files.jsonl': listOf(...all),
  })
  expect((await importExport(app, folder)).progress.counts.files).toMatchObject({ created: 5 })
  // All are removed here, and one is not swept yet.
  await app.sql`update products set images = '[]' where id = 'g1'`
  await app.sql`update users set image = null where id = 's2'`
  await app.sql`update settings set value = 'null' where key = 'logo'`
  const stored = () => Promise.all(all.map((path) => isStored(testApp, path)))
  const sweepAll = async () => {
    await app.sql`update files set released_at = now() where path in ${app.sql(all.filter((path) => path !== paths.waits))} and named_at is not null`
    await app.sql`update files set created_at = now() - interval '25 hours' where path = ${paths.unnamed}`
    await sweep(app, new Date(0))
  }
  await sweepAll()
  await app.sql`update files set released_at = now() where path = ${paths.waits}`
  expect(await stored()).toEqual([false, true, false, false, false])
  const dry = await importExport(app, folder, { dryRun: true })
  const { said, progress } = await importExport(app, folder)
  expect([dry.said, dry.progress]).toEqual([said, progress])
  expect([said, progress.counts.files]).toEqual([
    [...Array(4).fill('files   changed-here kept'), 'products 1  changed-here kept'],
    expect.objectContaining({ created: 1, kept: 4 }),
  ])
  expect(await stored()).toEqual([false, true, true, false, false])
  expect(await app.sql`select image from users where id = 's2' union select value ->> 'path' from settings where key = 'logo'`).toEqual([
    { image: null },
  ])
  await sweepAll()
  expect(await stored()).toEqual([false, false, false, false, false])
  await app.sql`delete from products where id = 'g1'`
  expect((await importExport(app, folder)).progress.counts.files).toMatchObject({ created: 0, kept: 5 })
})

test('a store out of reach ends the import, and the next one completes it', async () => {
  const folder = await writeExport({
    products: [product('o1', { images: [image('products/o1/0_a.png')] })],
    'files/products/o1/0_a.png': png,
  })
  const away = { ...app, storage: { ...app.storage, put: () => Promise.reject(new StorageError('retry-limit-exceeded')) } }
  await expect(importExport(away, folder)).rejects.toThrow(StorageError)
  expect(await app.sql`select id from products where id = 'o1'`).toEqual([])
  expect((await importExport(app, folder)).progress.counts).toMatchObject({ files: { created: 1 }, products: { created: 1 } })
  expect((await caller(admin).products.get({ id: 'o1' })).images).toHaveLength(1)
})
