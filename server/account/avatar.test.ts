import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, caller, seller, rival, admin, suspended, visitor } = await openTestApp()
const { ask } = await openTestServer(app)

const pixel = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64'),
)
const upload = (as: typeof seller, body = pixel) => ask('/api/account/avatar?name=me.png', { method: 'POST', as, body })
const statusFor = async (path: string, as: typeof seller | null) => (await ask(path, { as })).status

test('only a person and administrators see the person’s picture, and a new picture replaces it', async () => {
  const response = await upload(seller)
  const { avatar } = response.json as { avatar: string }
  expect([response.status, avatar]).toEqual([
    200,
    expect.stringMatching(new RegExp(`^/files/thumbnails/160/avatars/${seller.id}/.+_me\\.png\\.webp$`)),
  ])
  expect(await Promise.all([seller, admin, rival, suspended, visitor].map((as) => statusFor(avatar, as)))).toEqual([
    200, 200, 404, 404, 404,
  ])
  const { avatar: next } = (await upload(seller)).json as { avatar: string }
  expect([await statusFor(next, seller), await statusFor(avatar, seller)]).toEqual([200, 404])
  expect(await caller(seller).account.removeAvatar()).toMatchObject({ avatar: null })
  expect(await statusFor(next, seller)).toBe(404)
  await expect.poll(() => app.sql`select path from files where path like 'avatars/%'`).toEqual([])
})

test('a file that is not a picture is refused and leaves nothing behind', async () => {
  const response = await upload(seller, new TextEncoder().encode('<svg onload="alert(1)"></svg>'))
  expect([response.status, response.json?.code]).toEqual([422, 'image-type'])
  const broken = await upload(seller, pixel.slice(0, 40))
  expect([broken.status, broken.json?.code]).toEqual([422, 'image-broken'])
  const strip = await sharp({ create: { width: 1_010, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await upload(seller, new Uint8Array(strip))).json).toMatchObject({ code: 'image-shape', field: 'images' })
  await expect.poll(() => app.sql`select path from files where path like 'avatars/%'`).toEqual([])
  expect((await caller(seller).account.get()).avatar).toBeNull()
})
