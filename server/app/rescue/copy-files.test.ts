import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { copyFiles } from '#server/app/rescue/copy-files.ts'
import { storedPaths } from '#server/images/image-paths.ts'
import { pathOf } from '#server/imports/import-row.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { openImports } from '#server/testing/imports.ts'
import { pendingProduct, upload } from '#server/testing/listing.ts'
import { openS3Server } from '#server/testing/s3-server.ts'
import { testFolder } from '#server/testing/worker.ts'

const { testApp, app, checked, someone } = await openImports()
const store = await openS3Server()
const bucket = { kind: 's3' as const, bucket: 'files', endpoint: store.url, region: 'us-east-1' }
const address = `s3://files?endpoint=${encodeURIComponent(store.url)}`

const product = await pendingProduct(testApp, { pictures: 2 })
const paths = product.images.flatMap(({ path }) => storedPaths(path))
const contentsIn = async (storage: typeof app.storage) =>
  Promise.all(paths.map(async (path) => (await buffer((await storage.get(path)).stream)).toString('base64')))

test('an operator copies all files to a bucket and back to another folder, byte for byte', async () => {
  const { id } = await checked(await someone(), 'sku,title\nA,x\n')
  paths.push(pathOf(id))
  expect(await copyFiles(app, address)).toMatch(new RegExp(`^Copied: ${paths.length}\\. Already there: 0\\.\n.*run this command once more`))
  const there = await openStorage(bucket)
  expect(await contentsIn(there)).toEqual(await contentsIn(app.storage))
  const folder = join(testFolder(), 'back')
  expect(await copyFiles({ ...app, config: { ...app.config, storage: bucket } }, `file:${folder}`)).toContain(`Copied: ${paths.length}.`)
  expect(await contentsIn(await openStorage({ kind: 'file', folder }))).toEqual(await contentsIn(app.storage))
})

test('an empty store given as the present one removes nothing from a full one', async () => {
  const empty = { kind: 'file' as const, folder: join(testFolder(), 'empty') }
  await expect(copyFiles({ ...app, config: { ...app.config, storage: empty } }, address)).rejects.toThrow('Missing in the present store')
  expect(await contentsIn(await openStorage(bucket))).toEqual(await contentsIn(app.storage))
})

test('a second run copies only what is new, and what has another length', async () => {
  const folder = join(testFolder(), 'again')
  await copyFiles(app, `file:${folder}`)
  const [first = '', second = ''] = paths
  await writeFile(join(folder, first), 'half')
  await rm(join(folder, second))
  const { path } = await upload(testApp, testApp.seller, product.id)
  expect(await copyFiles(app, `file:${folder}`)).toContain(`Copied: ${2 + storedPaths(path).length}. Already there: ${paths.length - 2}.`)
  expect(await contentsIn(await openStorage({ kind: 'file', folder }))).toEqual(await contentsIn(app.storage))
})

test('what a decision that can be undone let go of is copied, and the last run says that nothing is left', async () => {
  const { path } = await upload(testApp, testApp.seller, product.id)
  await app.sql`update files set released_at = now() + interval '1 hour' where path = ${path}`
  const folder = join(testFolder(), 'held')
  await copyFiles(app, `file:${folder}`)
  expect((await readFile(join(folder, path))).length).toBeGreaterThan(0)
  expect(await copyFiles(app, `file:${folder}`)).toMatch(/^Copied: 0\..*\nNothing is left to copy\..*set STORAGE_URL/)
  await app.sql`delete from files where path = ${path}`
})

test('a damaged file is named, and the others are copied', async () => {
  const { path } = await upload(testApp, testApp.seller, product.id)
  const place = join(app.config.dataDir, 'files', path)
  const whole = await readFile(place)
  await writeFile(place, Buffer.alloc(whole.length))
  const folder = join(testFolder(), 'damaged')
  await expect(copyFiles(app, `file:${folder}`)).rejects.toThrow(`Damaged in the present store: 1, such as\n${path}`)
  expect((await readFile(join(folder, paths[0] ?? ''))).length).toBeGreaterThan(0)
  await writeFile(place, whole)
})

test('files that the present store has lost are named, and the others are copied', async () => {
  const { path } = await upload(testApp, testApp.seller, product.id)
  await app.storage.remove(path)
  const folder = join(testFolder(), 'lost')
  await expect(copyFiles(app, `file:${folder}`)).rejects.toThrow(`Missing in the present store: 1, such as\n${path}`)
  expect((await readFile(join(folder, paths[0] ?? ''))).length).toBeGreaterThan(0)
})

test.each(['', 'files', 'https://example.com/files', 'file:', 's3://'])('%j is no store', async (wrong) => {
  await expect(copyFiles(app, wrong)).rejects.toThrow('The new store is')
})

test('the store that is in use is no new store, and one without the bucket is refused', async () => {
  await expect(copyFiles({ ...app, config: { ...app.config, storage: bucket } }, address)).rejects.toThrow('uses this store already')
  await expect(copyFiles(app, `s3://other?endpoint=${encodeURIComponent(store.url)}`)).rejects.toThrow()
})
