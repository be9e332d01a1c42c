import { expect, test } from 'vitest'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { aPicture, chair } from '#server/testing/listing.ts'
import { openS3Server } from '#server/testing/s3-server.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const store = await openS3Server()

const { app, caller, seller, rival } = await openTestApp()
const storage = await openStorage({ kind: 's3', bucket: 'files', endpoint: store.url, region: 'us-east-1' })
const { ask } = await openTestServer({ ...app, storage })

test('with files on S3 a picture is uploaded and shown as on disk, except that the browser is redirected to the store for it', async () => {
  const { id } = await caller(seller).products.create({ ...chair(), draft: false, imagesFollow: true })
  const body = new Uint8Array(await aPicture())
  const response = await ask(`/api/products/${id}/images?name=a.png`, { as: seller, method: 'POST', body })
  expect(response.status).toBe(200)
  const path = String(response.json?.path)
  expect(await caller(seller).products.nameImages({ id, images: [path] })).toMatchObject({ status: 'pending', unfinished: false })
  for (const [url, type] of [
    [`/files/${path}`, 'image/png'],
    [`/files/thumbnails/160/${path}.webp`, 'image/webp'],
  ] as const) {
    const sent = await ask(url, { as: seller })
    expect(sent.status).toBe(302)
    const picture = await fetch(sent.headers.get('location') ?? '')
    const named = ['content-type', 'cache-control', 'content-disposition'].map((name) => picture.headers.get(name))
    expect([picture.status, ...named]).toEqual([200, type, 'private, no-store', expect.stringMatching(/^inline; filename="a\.png/)])
    expect(sent.headers.get('cache-control')).toBe('private, no-store')
    expect((await ask(url, { as: rival })).status).toBe(404)
  }
  // Without the signed address, other people get no file from us.
  expect((await ask(`/files/${path}`)).status).toBe(404)
})
