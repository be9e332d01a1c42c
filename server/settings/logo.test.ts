import sharp from 'sharp'
import { expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import type { Person } from '#server/testing/people.ts'
import { cookieOf } from '#server/testing/test-server.ts'
import { openUploads } from '#server/testing/uploads.ts'

const { app, caller, ask, url, seller, suspended, admin, secondAdmin, everything, photograph, jpeg } = await openUploads()

/** A red dot on a transparent ground. */
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#00000000' } })
    .composite([{ input: { create: { width: 9, height: 9, channels: 4, background: '#c22' } }, left: 0, top: 0 }])
    .png()
    .toBuffer()
const upload = (as: Person | null, content: Buffer, name = 'logo.png') =>
  ask(`/api/settings/logo?name=${encodeURIComponent(name)}`, { as, method: 'POST', body: new Uint8Array(content) })
const shown = () => app.settings.public().logo
const statusFor = async (path: string | undefined, as: Person | null) => (await ask(String(path), { as })).status
const files = () => app.sql<{ path: string }[]>`select path from files where path like 'logos/%'`
type Step = { actor: string; before: { logo: { path: string } | null }; after: { logo: { path: string } | null } }
const history = () => app.sql<Step[]>`
  select actor_id as actor, before, after from events join event_details on event_id = events.id where kind = 'settings.edit' order by id`
/** Removes the logo and waits until its files are gone, so that the next test starts without any. */
const cleared = async () => {
  await caller(admin).settings.removeLogo()
  await expect.poll(files).toEqual([])
}

test('a logo is made small, keeps shape and transparency, and is public and cacheable', async () => {
  const response = await upload(admin, await drawn(1600, 400), 'Our logo!.png')
  expect([response.status, response.json?.logo]).toEqual([
    200,
    { path: expect.stringMatching(/^logos\/[\w-]+_Our-logo\.png$/), width: 1600, height: 400 },
  ])
  const logo = shown()
  expect(logo).toEqual({ url: expect.stringMatching(/^\/files\/thumbnails\/640\/logos\/.+\.png\.webp$/), width: 1600, height: 400 })
  expect((await caller(null).users.me()).settings.logo).toEqual(logo)
  expect(await Promise.all([null, suspended, seller, admin].map((as) => statusFor(logo?.url, as)))).toEqual([200, 200, 200, 200])
  const answer = await fetch(url + logo?.url)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers.get('vary')).toBeNull()
  const picture = sharp(Buffer.from(await answer.arrayBuffer()))
  expect(await picture.metadata()).toMatchObject({ width: 640, height: 160, hasAlpha: true })
  expect((await picture.stats()).isOpaque).toBe(false)
})

test('the place where a photograph was taken is removed from the file', async () => {
  const placed = await photograph(300, 200)
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 0/1' } })
    .toBuffer()
  expect((await sharp(placed).metadata()).exif).toBeDefined()
  const { json } = await upload(admin, placed, 'stall.jpg')
  const { path } = (json as { logo: { path: string } } | null)?.logo ?? { path: '' }
  for (const each of [`/files/${path}`, String(shown()?.url)]) {
    const picture = Buffer.from(await (await fetch(url + each)).arrayBuffer())
    expect((await sharp(picture).metadata()).exif).toBeUndefined()
  }
})

test('a new logo replaces the former one, which is deleted; so is the last one when it is removed', async () => {
  await cleared()
  const before = await everything()
  const since = (await history()).length
  await upload(admin, await drawn(50, 50), 'first.png')
  const first = shown()
  await upload(secondAdmin, await drawn(60, 60), 'second.png')
  const second = shown()
  expect([await statusFor(first?.url, null), await statusFor(second?.url, null)]).toEqual([404, 200])
  await expect.poll(async () => (await files()).length).toBe(1)
  expect(await caller(admin).settings.removeLogo()).toMatchObject({ logo: null })
  expect(await statusFor(second?.url, admin)).toBe(404)
  await expect.poll(files).toEqual([])
  await expect.poll(everything).toEqual(before)
  await cleared()
  const steps = (await history()).slice(since)
  const names = steps.map(({ before, after }) => [before.logo, after.logo].map((logo) => logo?.path.replace(/.+_/, '') ?? null))
  expect(names).toEqual([
    [null, 'first.png'],
    ['first.png', 'second.png'],
    ['second.png', null],
  ])
  expect(steps.map(({ actor }) => actor)).toEqual([admin.id, secondAdmin.id, admin.id])
  const [newest] = (await caller(admin).history.list({})).rows
  expect(newest).toMatchObject({ kind: 'settings.edit', user: 'Ada', description: 'The settings were changed: logo.' })
})

test('of two uploads at once one logo stays, whole, and nothing of the other; other settings changed meanwhile stay too', async () => {
  const pictures = await Promise.all([drawn(70, 70), drawn(80, 80)])
  await Promise.all([
    upload(admin, pictures[0], 'hers.png'),
    upload(secondAdmin, pictures[1], 'his.png'),
    caller(admin).settings.edit({ change: { marketplaceName: 'Bazaar' } }),
  ])
  const settings = await caller(admin).settings.get()
  expect(settings.marketplaceName).toBe('Bazaar')
  await expect.poll(files).toEqual([{ path: settings.logo?.path }])
  expect(await statusFor(shown()?.url, null)).toBe(200)
  await cleared()
})

test('an admin who becomes a seller during the upload does not upload it', async () => {
  const start = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(line) {
      line.enqueue(new Uint8Array(jpeg.subarray(0, 1000)))
      await start.promise
      line.enqueue(new Uint8Array(jpeg.subarray(1000)))
      line.close()
    },
  })
  const headers = { cookie: cookieOf(app, secondAdmin), 'content-type': 'image/jpeg' }
  const late = fetch(`${url}/api/settings/logo?name=late.jpg`, { method: 'POST', body, headers, duplex: 'half' })
  await expect.poll(async () => (await files()).length).toBe(1)
  await app.sql`update users set role = 'seller' where id = ${secondAdmin.id}`
  start.resolve()
  expect((await late).status).toBe(403)
  await app.sql`update users set role = 'admin' where id = ${secondAdmin.id}`
  await expect.poll(files).toEqual([])
  expect(shown()).toBeNull()
})

test.each([
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'logo.svg', 'image-type', 422],
  ['an SVG that is called a PNG', () => Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'), 'logo.png', 'image-type', 422],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'logo.png', 'image-type', 422],
  ['half a picture', () => jpeg.subarray(0, 400), 'logo.jpg', 'image-broken', 422],
  ['more than ten megabytes', () => Buffer.concat([jpeg, Buffer.alloc(limits.image.bytesMax)]), 'logo.jpg', 'image-bytes', 413],
  ['a name that leads elsewhere', () => jpeg, '../../index.html', 'file-name', 422],
])('%s is refused with a sentence, and the former logo stays', async (_, make, name, code, status) => {
  await upload(admin, await drawn(40, 40))
  const logo = shown()
  const before = await files()
  const response = await upload(admin, await make(), name)
  expect([response.status, response.json]).toEqual([
    status,
    { code, error: expect.stringMatching(/^[A-Z].*\.$/), field: expect.any(String) },
  ])
  await expect.poll(files).toEqual(before)
  expect(shown()).toEqual(logo)
  await cleared()
})

test('no other file becomes public by naming it as the logo', async () => {
  const logo = { path: 'products/p1/0_secret.png', width: 1, height: 1 }
  await expect(caller(admin).settings.edit({ change: { logo } } as never)).rejects.toMatchObject({ code: 'invalid-argument' })
  await app.sql`insert into settings (key, value) values ('logo', ${JSON.stringify(logo)}::text::jsonb) on conflict (key) do update set value = excluded.value`
  await app.settings.refresh()
  expect(shown()).toBeNull()
  for (const path of ['products/p1/0_secret.png', 'logos/none.png', 'logos/../products/p1/0_secret.png', 'logos/%2e%2e/x.png'])
    expect(await statusFor(`/files/${path}`, null)).toBe(404)
})
