import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/database/new-id.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { aPicture, chair, isStored } from '#server/testing/listing.ts'
import { openUploads } from '#server/testing/uploads.ts'

const { testApp, app, seller, rival, caller, send, creation, filesOf, jpeg } = await openUploads()

test('the eleventh picture that no product names is refused, also when eleven come at once; discarding one makes room', async () => {
  const id = await creation()
  const small = await aPicture()
  const response = await Promise.all(Array.from({ length: 12 }, (_, at) => send(seller, id, small, `${at}.png`)))
  expect(response.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = response.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, json }) => [status, json?.code, json?.field])).toEqual(Array(2).fill([422, 'too-many-images', 'images']))
  // The form may show none of them: they may be of an earlier visit.
  expect(refused[0]?.json?.error).toMatch(/not saved, perhaps from an earlier visit.* in 15 minutes/)
  const paths = response.flatMap(({ json }) => (json?.path ? [String(json.path)] : []))
  expect(new Set(paths.map((path) => path.split('_')[0])).size).toBe(10)
  await caller(seller).products.discardImage({ id, path: paths[0] ?? '' })
  expect((await send(seller, id, small)).status).toBe(200)
})

test('an index is never reused, even after a picture was discarded or refused', async () => {
  const id = await creation()
  const first = (await send(seller, id, await aPicture(), 'a.png')).json
  await caller(seller).products.discardImage({ id, path: String(first?.path) })
  await expect.poll(() => isStored(testApp, String(first?.path))).toBe(false)
  await send(seller, id, jpeg.subarray(0, 5000), 'broken.jpg')
  const next = (await send(seller, id, await aPicture(), 'a.png')).json
  expect(next?.path).toBe(`products/${id}/2_a.png`)
})

describe('who may upload', () => {
  test('only the owner; for a rival the product does not exist, whatever they send', async () => {
    const id = await creation()
    for (const content of [jpeg, Buffer.from('no picture')]) {
      const foreign = await send(rival, id, content)
      const unknown = await send(rival, newId(), content)
      expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text])
    }
    expect((await send(rival, id, jpeg)).json).toMatchObject({ code: 'not-found', error: 'Product not found!' })
    expect((await send(seller, 'no..id%20', jpeg)).json).toMatchObject({ code: 'invalid-argument', error: 'Product not found!' })
    expect(await filesOf(id)).toEqual([])
  })

  test('no other site on their behalf', async () => {
    const id = await creation()
    const response = await send(seller, id, jpeg, 'x.jpg', { origin: 'https://evil.example' })
    expect(response.json).toMatchObject({ code: 'wrong-origin' })
  })

  test('no person a thousand times in an hour', async () => {
    const busy = await testApp.person('Busy')
    const id = (await caller(busy).products.create({ ...chair(), draft: true })).id
    const small = await aPicture()
    expect((await send(busy, id, small)).status).toBe(200)
    await app.sql`update counters set count = ${limits.upload.perPerson} where count = 1 and window_ends > now() + interval '59 minutes'`
    const response = await send(busy, id, small)
    expect([response.status, response.json?.code]).toEqual([429, 'too-many-requests'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect((await send(seller, await creation(), small)).status).toBe(200)
  })
})
