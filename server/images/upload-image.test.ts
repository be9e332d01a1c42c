import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, request as openRequest } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { limits } from '#domain/limits.ts'
import { newId } from '#server/database/new-id.ts'
import { arrivals } from '#server/images/upload-image.ts'
import { cookieOf, openDoor } from '#server/testing/door.ts'
import { aPicture, chair, isStored } from '#server/testing/listing.ts'
import { openWorld } from '#server/testing/world.ts'

const world = await openWorld()
const { app, caller, seller, rival, suspended, admin } = world
const { ask, url } = await openDoor(app)

type Person = typeof seller | null
const send = (as: Person, id: string, content: Buffer, name = 'photo.jpg', headers: Record<string, string> = {}) =>
  ask(`/api/products/${id}/images?name=${encodeURIComponent(name)}`, { as, method: 'POST', body: new Uint8Array(content), headers })
const creation = async () => (await caller(seller).products.create({ ...chair(), draft: false, imagesFollow: true })).id
const filesOf = (id: string) => app.sql`select path, stored_at, released_at from files where product_id = ${id}`

/** Everything in the folders of the store and of arriving uploads. */
async function everything(): Promise<string[]> {
  const { folder } = app.config.storage as { folder: string }
  const all = await Promise.all(
    [folder, arrivals(app)].map((each) => readdir(each, { recursive: true, withFileTypes: true }).catch(() => [])),
  )
  return all.flat().flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
}
async function leavesNothing(id: string, before: string[]): Promise<void> {
  await expect.poll(() => filesOf(id)).toEqual([])
  await expect.poll(everything).toEqual(before)
}

const photograph = (width = 1200, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: '#a65', noise: { type: 'gaussian', mean: 120, sigma: 30 } } })
const jpeg = await photograph().jpeg().toBuffer()

describe('a photograph', () => {
  test('is stored with thumbnails under the specification’s path, and known by its name, size and addresses', async () => {
    const id = await creation()
    const told = await send(seller, id, jpeg, 'Oak chair (front) ñ.JPG')
    expect(told.status).toBe(200)
    const path = `products/${id}/0_Oak-chair-front-n.JPG`
    expect(told.json).toEqual({
      url: `/files/${path}`,
      path,
      name: 'Oak chair (front) ñ.JPG',
      width: 1200,
      height: 900,
      thumbnails: { 160: `/files/thumbnails/160/${path}.webp`, 640: `/files/thumbnails/640/${path}.webp` },
    })
    for (const width of [160, 640]) {
      const { text: _, ...thumbnail } = await ask(`/files/thumbnails/${width}/${path}.webp`, { as: seller })
      expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
    const response = await fetch(`${url}/files/${path}`, { headers: { cookie: cookieOf(app, seller) } })
    const content = Buffer.from(await response.arrayBuffer())
    const [row] = await app.sql`select bytes, sha256, width, height, content_type, name from files where path = ${path}`
    expect(row).toEqual({
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      width: 1200,
      height: 900,
      content_type: 'image/jpeg',
      name: 'Oak chair (front) ñ.JPG',
    })
  })

  test('loses where it was taken and by what, and stands upright', async () => {
    const id = await creation()
    const tagged = await photograph()
      .withExif({ IFD0: { Make: 'SecretCam', Artist: 'Jane Doe' }, IFD3: { GPSLatitude: '48/1 12/1 30/1', GPSLatitudeRef: 'N' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">where I live</x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(tagged.includes('SecretCam')).toBe(true)
    const { json } = await send(seller, id, tagged)
    expect(json).toMatchObject({ width: 900, height: 1200 })
    const response = await fetch(`${url}${json?.url}`, { headers: { cookie: cookieOf(app, seller) } })
    const stored = Buffer.from(await response.arrayBuffer())
    const about = await sharp(stored).metadata()
    expect(about).toMatchObject({ format: 'jpeg', width: 900, height: 1200 })
    expect([about.exif, about.xmp, about.iptc, about.orientation ?? 1]).toEqual([undefined, undefined, undefined, 1])
    for (const secret of ['SecretCam', 'Jane Doe', 'where I live']) expect(stored.includes(secret)).toBe(false)
  })

  test.each([
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['avif', 'image/avif'],
    ['gif', 'image/gif'],
  ] as const)('may be %s; its type is told by its content, not by its name or Content-Type', async (format, type) => {
    const id = await creation()
    const content = await photograph(300, 200).toFormat(format).toBuffer()
    const { status, json } = await send(seller, id, content, 'wrong.jpg', { 'content-type': 'text/html' })
    expect([status, json?.path, json?.name]).toEqual([200, `products/${id}/0_wrong.${format}`, 'wrong.jpg'])
    const served = await ask(String(json?.url), { as: seller })
    expect(served.headers.get('content-type')).toBe(type)
  })

  test('that moves goes on moving', async () => {
    const id = await creation()
    const frames = await Promise.all(
      [0, 120, 240].map((shade) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 0, b: 0 } } })
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { json } = await send(seller, id, gif, 'moving.gif')
    expect(json).toMatchObject({ width: 40, height: 30 })
    const response = await fetch(`${url}${json?.url}`, { headers: { cookie: cookieOf(app, seller) } })
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({ pages: 3 })
  })

  test('a very tall one has thumbnails, too', async () => {
    const id = await creation()
    const { status } = await send(
      seller,
      id,
      await sharp({ create: { width: 20, height: 20_000, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    )
    expect(status).toBe(200)
  })

  test('what hides behind it does not come along', async () => {
    const id = await creation()
    const { status, json } = await send(
      seller,
      id,
      Buffer.concat([jpeg, Buffer.from('<script>alert(document.domain)</script>PK\u0003\u0004')]),
    )
    expect(status).toBe(200)
    const response = await fetch(`${url}${json?.url}`, { headers: { cookie: cookieOf(app, seller) } })
    expect(Buffer.from(await response.arrayBuffer()).includes('<script>')).toBe(false)
  })
})

describe('what is no picture we take is refused by its own code, and nothing of it stays', () => {
  const bomb = () =>
    sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: 'black' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const cases: [string, () => Promise<Buffer> | Buffer, string, number][] = [
    ['an SVG', () => Buffer.from(svg), 'image-type', 422],
    ['an SVG behind an XML line', () => Buffer.from(`<?xml version="1.0"?>${svg}`), 'image-type', 422],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image-type', 422],
    ['a PDF', () => Buffer.from('%PDF-1.7 ...'), 'image-type', 422],
    ['a TIFF', () => photograph(50, 50).tiff().toBuffer(), 'image-type', 422],
    ['nothing', () => Buffer.alloc(0), 'image-type', 422],
    ['one byte', () => Buffer.from([0xff]), 'image-type', 422],
    ['text dressed as a JPEG', () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(svg)]), 'image-broken', 422],
    ['script dressed as a GIF', () => Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=alert(1)//;'), 'image-broken', 422],
    ['an SVG dressed as a WebP', () => Buffer.from(`RIFF____WEBP${svg}`), 'image-broken', 422],
    ['an SVG dressed as an AVIF', () => Buffer.from(`\0\0\0\x20ftypavif${svg}`), 'image-broken', 422],
    ['half a JPEG', () => jpeg.subarray(0, jpeg.length / 2), 'image-broken', 422],
    ['half a PNG', async () => (await photograph().png().toBuffer()).subarray(0, 100_000), 'image-broken', 422],
    ['a small file of 54 megapixels', bomb, 'image-pixels', 422],
    ['eleven megabytes', () => Buffer.concat([jpeg, Buffer.alloc(limits.image.bytesMax)]), 'image-bytes', 413],
  ]
  test.each(cases)('%s', async (_, make, code, status) => {
    const id = await creation()
    const before = await everything()
    const told = await send(seller, id, await make())
    expect([told.status, told.json?.code, told.json?.field]).toEqual([status, code, 'images'])
    expect(told.json?.error).toMatch(/^[A-Z].*\.$/)
    await leavesNothing(id, before)
  })

  test.each([
    '../../etc/passwd',
    '..\\win.ini',
    'a/b.jpg',
    '/abs.jpg',
    '',
    '   ',
    '.',
    '..',
    'nul\u0000.jpg',
    'line\nbreak.jpg',
    'x'.repeat(256),
  ])('a file named %j', async (name) => {
    const id = await creation()
    const told = await ask(`/api/products/${id}/images?name=${encodeURIComponent(name)}`, {
      as: seller,
      method: 'POST',
      body: new Uint8Array(jpeg),
    })
    expect([told.status, told.json?.code, told.json?.field]).toEqual([422, 'file-name', 'images'])
    expect(await filesOf(id)).toEqual([])
  })

  test('no name, and two names at once', async () => {
    const id = await creation()
    for (const query of ['', '?name=a.jpg&name=b.jpg', '?name[x]=a']) {
      const told = await ask(`/api/products/${id}/images${query}`, { as: seller, method: 'POST', body: new Uint8Array(jpeg) })
      expect([told.status, told.json?.code]).toEqual([422, 'file-name'])
    }
  })

  test.each([
    ['%2e%2e%2fsecret.jpg', 'file-name'],
    ['a b#c?d%.jpg', null],
    ['.htaccess.jpg', null],
    ['con.jpg', null],
    ['фото.jpg', null],
    ['😀.jpg', null],
    ['-rf.jpg', null],
  ])('odd but harmless names such as %j become plain paths', async (name, code) => {
    const id = await creation()
    const raw = code ? name : encodeURIComponent(name)
    const told = await ask(`/api/products/${id}/images?name=${raw}`, { as: seller, method: 'POST', body: new Uint8Array(jpeg) })
    if (code) expect(told.json?.code).toBe(code)
    else {
      expect(told.json?.name).toBe(name)
      expect(told.json?.path).toMatch(new RegExp(`^products/${id}/0_[\\w-][\\w.-]*\\.jpg$`))
      expect((await ask(String(told.json?.url), { as: seller })).status).toBe(200)
    }
  })
})

/** A request that announces so many bytes and goes on sending until it is answered; tells what came back and how much was sent. */
function sendForever(
  id: string,
  headers: Record<string, string | number>,
): Promise<{ status: number; body: string; sent: number; closed: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const request = openRequest(`${url}/api/products/${id}/images?name=big.jpg`, {
      method: 'POST',
      headers: { cookie: cookieOf(app, seller), ...headers },
    })
    const closed = new Promise<void>((done) => request.on('close', done))
    let sent = 0
    let answered = false
    const chunk = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(65_532)])
    const pump = () => {
      while (!answered && sent < 200 * 1024 * 1024) {
        sent += chunk.length
        if (!request.write(chunk)) return request.once('drain', pump)
      }
      if (!answered) request.end()
    }
    request.on('response', (response) => {
      answered = true
      let body = ''
      response.on('data', (part) => (body += part))
      response.on('end', () => request.destroy())
      response.on('close', () => resolve({ status: response.statusCode ?? 0, body, sent, closed }))
    })
    request.on('error', (error) => answered || reject(error))
    pump()
  })
}

test('200 MB are refused at once: the sender reads why before he has sent a tenth', async () => {
  const id = await creation()
  const before = await everything()
  const { status, body, sent } = await sendForever(id, { 'content-length': 200 * 1024 * 1024 })
  expect([status, JSON.parse(body).code]).toEqual([413, 'image-bytes'])
  expect(sent).toBeLessThan(20 * 1024 * 1024)
  await leavesNothing(id, before)
})

test('an upload that does not say how long it is is refused once it is too long', async () => {
  const id = await creation()
  const before = await everything()
  const { status, body, sent } = await sendForever(id, { 'transfer-encoding': 'chunked' })
  expect([status, JSON.parse(body).code]).toEqual([413, 'image-bytes'])
  expect(sent).toBeLessThan(100 * 1024 * 1024)
  await leavesNothing(id, before)
})

test('a browser that keeps sending 200 MB after the refusal still gets to read it', async () => {
  const id = await creation()
  const told = await send(seller, id, Buffer.alloc(200 * 1024 * 1024))
  expect([told.status, told.json?.code]).toEqual([413, 'image-bytes'])
})

test('a sender who goes away in the middle leaves nothing', async () => {
  const id = await creation()
  const before = await everything()
  const request: ClientRequest = openRequest(`${url}/api/products/${id}/images?name=broken.jpg`, {
    method: 'POST',
    headers: { cookie: cookieOf(app, seller), 'content-length': jpeg.length },
  })
  request.on('error', () => {})
  request.write(jpeg.subarray(0, jpeg.length / 2))
  await expect.poll(() => filesOf(id).then((rows) => rows.length)).toBe(1)
  request.destroy()
  await leavesNothing(id, before)
})

/** Sends one half of a picture, does something, sends the other. */
async function sendAround(id: string, meanwhile: () => Promise<unknown>): Promise<Response> {
  const { promise: half, resolve: go } = Promise.withResolvers<void>()
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(jpeg.subarray(0, 1000)))
      await half
      controller.enqueue(new Uint8Array(jpeg.subarray(1000)))
      controller.close()
    },
  })
  const sending = fetch(`${url}/api/products/${id}/images?name=late.jpg`, {
    method: 'POST',
    headers: { cookie: cookieOf(app, seller) },
    body,
    duplex: 'half',
  } as RequestInit)
  await expect.poll(() => filesOf(id).then((rows) => rows.length)).toBe(1)
  await meanwhile()
  go()
  return sending
}

test('an upload whose product is deleted meanwhile leaves nothing, and says that the product is gone', async () => {
  const id = await creation()
  const before = await everything()
  const answer = await sendAround(id, () => caller(seller).products.delete({ id }))
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'not-found', error: 'Product not found!' })
  await leavesNothing(id, before)
})

test('an upload that is taken back while it arrives leaves nothing, and is no fault of ours', async () => {
  const id = await creation()
  const before = await everything()
  const answer = await sendAround(id, () => caller(seller).products.discardImage({ id, path: `products/${id}/0_late.jpg` }))
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'storage/canceled', error: 'The transfer was cancelled.' })
  await leavesNothing(id, before)
})

test('the eleventh picture that no product names is refused, also when eleven come at once; taking one back makes room', async () => {
  const id = await creation()
  const small = await aPicture()
  const told = await Promise.all(Array.from({ length: 12 }, (_, at) => send(seller, id, small, `${at}.png`)))
  expect(told.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = told.filter(({ status }) => status !== 200)
  expect(refused.map(({ status, json }) => [status, json?.code, json?.field])).toEqual(Array(2).fill([422, 'too-many-images', 'images']))
  const paths = told.flatMap(({ json }) => (json?.path ? [String(json.path)] : []))
  expect(new Set(paths.map((path) => path.split('_')[0])).size).toBe(10)
  await caller(seller).products.discardImage({ id, path: paths[0] ?? '' })
  expect((await send(seller, id, small)).status).toBe(200)
})

test('an index is never given twice, also after a picture was taken back or refused', async () => {
  const id = await creation()
  const first = (await send(seller, id, await aPicture(), 'a.png')).json
  await caller(seller).products.discardImage({ id, path: String(first?.path) })
  await expect.poll(() => isStored(world, String(first?.path))).toBe(false)
  await send(seller, id, jpeg.subarray(0, 5000), 'broken.jpg')
  const next = (await send(seller, id, await aPicture(), 'a.png')).json
  expect(next?.path).toBe(`products/${id}/2_a.png`)
})

describe('who may upload', () => {
  test('only the owner; for a rival the product does not exist, whatever he sends', async () => {
    const id = await creation()
    for (const content of [jpeg, Buffer.from('no picture')]) {
      const [foreign, unknown] = [await send(rival, id, content), await send(rival, newId(), content)]
      expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text])
    }
    expect((await send(rival, id, jpeg)).json).toMatchObject({ code: 'not-found', error: 'Product not found!' })
    expect((await send(admin, id, jpeg)).json).toMatchObject({ code: 'not-allowed' })
    expect((await send(suspended, id, jpeg)).json).toMatchObject({ code: 'account-suspended' })
    expect((await send(null, id, jpeg)).status).toBe(401)
    expect((await send(seller, 'no..id%20', jpeg)).json).toMatchObject({ code: 'invalid-argument', error: 'Product not found!' })
    expect(await filesOf(id)).toEqual([])
  })

  test('no other site on his behalf', async () => {
    const id = await creation()
    const told = await send(seller, id, jpeg, 'x.jpg', { origin: 'https://evil.example' })
    expect(told.json).toMatchObject({ code: 'wrong-origin' })
  })

  test('nobody a thousand times in an hour', async () => {
    const busy = await world.person('Busy')
    const id = (await caller(busy).products.create({ ...chair(), draft: true })).id
    const small = await aPicture()
    expect((await send(busy, id, small)).status).toBe(200)
    await app.sql`update counters set count = ${limits.upload.perPerson} where count = 1 and window_ends > now() + interval '59 minutes'`
    const told = await send(busy, id, small)
    expect([told.status, told.json?.code]).toEqual([429, 'too-many-requests'])
    expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect((await send(seller, await creation(), small)).status).toBe(200)
  })
})

test('a store that is full is told as such, and nothing half-written stays', async () => {
  const id = await creation()
  const { StorageError } = await import('#domain/storage-error.ts')
  const full = { ...app, storage: { ...app.storage, put: () => Promise.reject(new StorageError('quota-exceeded')) } }
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const other = await openDoor(full)
  const told = await other.ask(`/api/products/${id}/images?name=x.jpg`, { as: seller, method: 'POST', body: new Uint8Array(jpeg) })
  expect([told.status, told.json]).toEqual([
    402,
    { error: 'There is no space left for files.', code: 'storage/quota-exceeded', field: 'images' },
  ])
  expect(complaint).toHaveBeenCalledOnce()
  complaint.mockRestore()
  await expect.poll(() => filesOf(id)).toEqual([])
})
