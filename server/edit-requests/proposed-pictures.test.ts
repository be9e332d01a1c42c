import { describe, expect, test } from 'vitest'
import { sweep } from '#server/files/sweep.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { expectedEdit, requestFor, waitingEdit } from '#server/testing/edits.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { approvedProduct, isStored, upload } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const testApp = await openTestApp({ pool: 6 })
const { app, caller, seller, rival, admin } = testApp
const { ask } = await openTestServer(app)
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products

describe('proposed pictures', () => {
  const waiting = async () => {
    const [row] = await app.sql<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return row?.n
  }
  const statusFor = async (path: string, as: typeof seller | null) => (await ask(`/files/${path}`, { as })).status

  test('are only for their seller and admins until they are accepted; the live ones stay public', async () => {
    const { product, request, proposed } = await waitingEdit(testApp, { picture: true })
    const live = product.images[0]?.path ?? ''
    const people = [seller, admin, rival, null]
    const statuses = (path: string) => Promise.all(people.map((who) => statusFor(path, who)))
    expect(await statuses(proposed)).toEqual([200, 200, 404, 404])
    expect(await statuses(`thumbnails/160/${proposed}.webp`)).toEqual([200, 200, 404, 404])
    expect(await statuses(live)).toEqual([200, 200, 200, 200])
    await requests(admin).approve(expectedEdit(request))
    expect(await statuses(proposed)).toEqual([200, 200, 200, 200])
    expect(await statuses(live)).toEqual([404, 404, 404, 404])
  })

  test('are not orphans while they wait, and are removed when the request ends', async () => {
    const { product, request, proposed } = await waitingEdit(testApp, { picture: true })
    await app.sql`update files set created_at = now() - interval '3 days', proposed_at = proposed_at - interval '2 days'
      where product_id = ${product.id}`
    await sweep(app, new Date(0))
    expect(await isStored(testApp, proposed)).toBe(true)
    await requests(seller).withdraw({ id: request.id })
    await expect.poll(() => isStored(testApp, proposed)).toBe(false)
    expect(await isStored(testApp, product.images[0]?.path ?? '')).toBe(true)
  })

  test('proposed at the very moment the product leaves the sale do not stay forever', async () => {
    const { product } = await waitingEdit(testApp)
    const { path } = await upload(testApp, seller, product.id, 'late.png')
    const lock = await app.sql.reserve()
    await lock`begin`
    await lock`select from products where id = ${product.id} for no key update`
    const edit = products(seller).edit({ id: product.id, version: 1, change: { images: [path] } })
    await expect.poll(waiting).toBe(1)
    const gone = products(admin).archive({ id: product.id })
    await expect.poll(waiting).toBe(2)
    await lock`commit`
    lock.release()
    await Promise.all([edit, gone])
    await app.sql`update files set created_at = now() - interval '3 days', proposed_at = proposed_at - interval '2 days'
      where product_id = ${product.id}`
    await sweep(app, new Date(0))
    expect(await isStored(testApp, path)).toBe(false)
    expect(await isStored(testApp, product.images[0]?.path ?? '')).toBe(true)
  })

  test('that another change drops leave the store, and those it keeps stay', async () => {
    const { product, proposed } = await waitingEdit(testApp, { picture: true })
    const other = (await upload(testApp, seller, product.id, 'other.png')).path
    await products(seller).edit({ id: product.id, version: 1, change: { images: [other, product.images[0]?.path ?? ''] } })
    await expect.poll(() => isStored(testApp, proposed)).toBe(false)
    expect(await isStored(testApp, other)).toBe(true)
    await products(seller).discardImage({ id: product.id, path: other })
    expect(await isStored(testApp, other)).toBe(true)
    const { proposed: values } = await requestFor(testApp, product)
    expect(values?.images?.map(({ path }) => path)).toEqual([other, product.images[0]?.path])
    expect(await products(seller).uploads({ id: product.id })).toEqual([])
  })

  test('that were never uploaded, or belong to another product, are refused by both calls', async () => {
    const product = await approvedProduct(testApp)
    const another = await approvedProduct(testApp)
    const theirs = await approvedProduct(testApp, { seller: rival })
    const foreign = (await upload(testApp, seller, another.id)).path
    const before = await fingerprint(app)
    const strange = [
      `products/${product.id}/99_no.png`,
      foreign,
      another.images[0]?.path ?? '',
      theirs.images[0]?.path ?? '',
      `products/${newId()}/0_a.png`,
    ]
    for (const path of strange) {
      const images = [path]
      const refusal = { code: 'invalid-argument', message: expect.stringContaining('was not uploaded for this product') }
      await expect(products(seller).edit({ id: product.id, version: 1, change: { images } })).rejects.toMatchObject({
        ...refusal,
        data: { field: 'images' },
      })
      await expect(requests(seller).create({ product_id: product.id, version: 1, payload: { images } })).rejects.toMatchObject({
        ...refusal,
        data: { field: 'payload.images' },
      })
    }
    expect(await fingerprint(app)).toEqual(before)
  })
})
