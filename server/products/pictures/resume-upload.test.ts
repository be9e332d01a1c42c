import { createHash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { request as openRequest } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sweep } from '#server/files/sweep.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { arrivals } from '#server/platform/files/parts.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { openDamagingProxy } from '#server/testing/damaging-proxy.ts'
import { cookieOf } from '#server/testing/test-server.ts'
import { openUploads } from '#server/testing/uploads.ts'

const { app, seller, rival, admin, secondAdmin, caller, url, ask, creation, filesOf, everything, leavesNothing, jpeg } = await openUploads()

/** A picture of 9 MB, of noise that does not compress. */
const side = 1_732
const noise = { raw: { width: side, height: side, channels: 3 as const } }
const large = await sharp(randomBytes(side * side * 3), noise)
  .png({ compressionLevel: 0 })
  .toBuffer()

const digestOf = (content: Buffer) => `sha-256=:${createHash('sha256').update(content).digest('base64')}:`
const addressOf = (id: string, key: string, name = 'noise.png') => `/api/products/${id}/images?name=${name}&upload=${key}`
const partsHere = async () => (await readdir(arrivals(app)).catch(() => [])).filter((name) => name.endsWith('.part'))

/** Sends the beginning of a file and announces all of it; the connection stays open until it is cut. */
function beginSending(path: string, content: Buffer, bytes: number, as = seller) {
  const headers = { cookie: cookieOf(app, as), 'content-length': content.length, 'repr-digest': digestOf(content) }
  const request = openRequest(url + path, { method: 'POST', headers })
  const over = new Promise<void>((resolve) => request.on('close', resolve).on('error', () => resolve()))
  request.write(content.subarray(0, bytes))
  return { cut: () => request.destroy(), over }
}
async function arrived(path: string, as = seller) {
  const response = await ask(path, { as, method: 'HEAD' })
  return {
    status: response.status,
    offset: Number(response.headers.get('upload-offset')),
    complete: response.headers.get('upload-complete'),
  }
}
const goOn = (path: string, content: Buffer, offset: number, as = seller, digest = digestOf(content)) =>
  ask(path, {
    as,
    method: 'PATCH',
    headers: { 'upload-offset': String(offset), 'repr-digest': digest },
    body: new Uint8Array(content.subarray(offset)),
  })

/** Cuts the connection after this many bytes of a picture; returns how many of them the server has. */
async function brokenOff(path: string, content: Buffer, bytes: number, as = seller): Promise<number> {
  const here = (await partsHere()).length
  const { cut, over } = beginSending(path, content, bytes, as)
  await expect.poll(async () => (await partsHere()).length).toBe(here + 1)
  cut()
  await over
  return (await arrived(path, as)).offset
}

test('a picture of 9 MB that is cut at 60 % resumes there, is stored once and equals what was sent', async () => {
  expect(large.length).toBeGreaterThan(9_000_000)
  const id = await creation()
  const before = await everything()
  const path = addressOf(id, newId())
  const { cut, over } = beginSending(path, large, Math.floor(large.length * 0.6))
  // All sent bytes have arrived before the connection breaks.
  const bytesHere = async () => statSync(join(arrivals(app), (await partsHere())[0] ?? '')).size
  await expect.poll(bytesHere).toBeGreaterThan(5_300_000)
  cut()
  await over
  const { offset, complete } = await arrived(path)
  expect(offset).toBeGreaterThan(5_300_000)
  expect([offset <= large.length * 0.6, complete]).toEqual([true, '?0'])
  // The interrupted request leaves nothing that counts as a picture of the product.
  await expect.poll(() => filesOf(id)).toEqual([])

  const response = await goOn(path, large, offset)
  expect([response.status, response.json?.name]).toEqual([200, 'noise.png'])
  expect(await partsHere()).toEqual([])
  const pixels = (content: Buffer) => sharp(content).raw().toBuffer()
  const back = await fetch(url + String(response.json?.url), { headers: { cookie: cookieOf(app, seller) } })
  expect((await pixels(Buffer.from(await back.arrayBuffer()))).equals(await pixels(large))).toBe(true)

  // As if the answer had been lost: a repeated request sends nothing and makes no second file.
  expect(await arrived(path)).toEqual({ status: 204, offset: 0, complete: '?1' })
  const again = await ask(path, { as: seller, method: 'PATCH', headers: { 'upload-offset': '0' }, body: new Uint8Array() })
  expect([again.status, again.json]).toEqual([200, response.json])
  expect(await filesOf(id)).toHaveLength(1)
  expect((await everything()).length).toBe(before.length + 3)
})

test('another seller cannot tell that an upload exists', async () => {
  const id = await creation()
  const key = newId()
  const path = addressOf(id, key)
  const offset = await brokenOff(path, jpeg, 20_000)
  expect(offset).toBeGreaterThan(0)
  expect(await arrived(path, rival)).toEqual(await arrived(addressOf(id, newId()), rival))
  expect(await arrived(path, rival)).toEqual({ status: 204, offset: 0, complete: '?0' })
  const theirs = await goOn(path, jpeg, offset, rival)
  const nobodys = await goOn(addressOf(id, newId()), jpeg, offset, rival)
  expect([theirs.status, theirs.json]).toEqual([409, nobodys.json])
  // Nor does it resume for another product.
  expect((await arrived(addressOf(await creation(), key))).offset).toBe(0)
  expect((await goOn(path, jpeg, offset)).status).toBe(200)
})

test('two requests never write one upload: the second is refused, and asking how far it came ends the first', async () => {
  const id = await creation()
  const path = addressOf(id, newId())
  const first = beginSending(path, jpeg, 30_000)
  await expect.poll(async () => (await partsHere()).length).toBe(1)
  for (const offset of [0, 30_000]) {
    const second = await goOn(path, jpeg, offset)
    expect([second.status, second.json?.code]).toEqual([409, 'upload-moved'])
  }
  const { offset } = await arrived(path)
  await first.over
  expect((await goOn(path, jpeg, offset + 1)).json?.code).toBe('upload-moved')
  expect((await goOn(path, jpeg, offset)).status).toBe(200)
  expect(await filesOf(id)).toHaveLength(1)
})

test('each part is authorized again: a product that was deleted meanwhile accepts no more', async () => {
  const id = await creation()
  const path = addressOf(id, newId())
  const offset = await brokenOff(path, jpeg, 20_000)
  await caller(seller).products.delete({ id })
  const response = await goOn(path, jpeg, offset)
  expect([response.status, response.json?.code]).toEqual([404, 'not-found'])
})

test('all parts together are at most as large as one upload may be', async () => {
  const id = await creation()
  const before = await everything()
  const path = addressOf(id, newId())
  const endless = Buffer.concat([jpeg.subarray(0, 1_000), Buffer.alloc(limits.image.bytesMax)])
  const offset = await brokenOff(path, jpeg, 20_000)
  const announced = await goOn(path, Buffer.concat([jpeg.subarray(0, offset), endless]), offset)
  expect([announced.status, announced.json?.code]).toEqual([413, 'image-bytes'])
  // Without an announced length it is refused where it becomes too long, and leaves nothing behind.
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(endless))
      controller.close()
    },
  })
  const response = await fetch(url + path, {
    method: 'PATCH',
    body,
    duplex: 'half',
    headers: { cookie: cookieOf(app, seller), 'upload-offset': String(offset) },
  })
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'image-bytes'])
  await leavesNothing(id, before)
})

test('a byte that changes on its way is detected: the file is refused as damaged and leaves nothing behind', async () => {
  const id = await creation()
  const before = await everything()
  // The picture stays readable: only the checksum shows the change.
  const send = (address: string) =>
    fetch(address + addressOf(id, newId(), 'photo.jpg'), {
      method: 'POST',
      headers: { cookie: cookieOf(app, seller), 'repr-digest': digestOf(jpeg) },
      body: new Uint8Array(jpeg),
    })
  const response = await send(await openDamagingProxy(url, 40_000))
  expect([response.status, await response.json()]).toEqual([
    422,
    { code: 'storage/invalid-checksum', error: 'The file arrived damaged. Send it again.', field: 'images' },
  ])
  await leavesNothing(id, before)
  expect((await send(url)).status).toBe(200)
})

test('the checksum covers all parts together, and an invalid one is refused', async () => {
  const id = await creation()
  const path = addressOf(id, newId())
  const offset = await brokenOff(path, jpeg, 20_000)
  const other = Buffer.from(jpeg)
  other[100] = (other[100] ?? 0) ^ 0xff
  expect((await goOn(path, other, offset)).json?.code).toBe('storage/invalid-checksum')
  expect((await arrived(path)).offset).toBe(0)
  for (const digest of ['sha-256=abc', 'sha-256=:abc:']) {
    expect((await goOn(path, jpeg, 0, seller, digest)).json).toMatchObject({ code: 'invalid-argument', field: 'Repr-Digest' })
  }
  expect((await goOn(path, jpeg, 0, seller, 'md5=:abc:')).status).toBe(200)
})

test.each(['short', 'x'.repeat(65), '../../etc/passwd-and-more', ''])('%j is no upload key', async (key) => {
  const response = await ask(addressOf(await creation(), encodeURIComponent(key)), {
    as: seller,
    method: 'POST',
    body: new Uint8Array(jpeg),
  })
  expect([response.status, response.json?.code]).toEqual([400, 'invalid-argument'])
})

test.each([
  ['an avatar', '/api/account/avatar', 'avatars/', seller, rival],
  ['the logo', '/api/settings/logo', 'logos/', admin, secondAdmin],
] as const)(
  '%s resumes where it was interrupted, is checked by its checksum and stored once, and no other person has access to a part of it',
  async (_what, address, folder, who, other) => {
    const path = `${address}?name=sign.jpg&upload=${newId()}`
    const before = await partsHere()
    const stored = () => app.sql`select path from files where path like ${`${folder}%`} and released_at is null`
    const offset = await brokenOff(path, jpeg, 20_000, who)
    expect(offset).toBeGreaterThan(0)
    expect(await arrived(path, other)).toEqual({ status: 204, offset: 0, complete: '?0' })
    expect((await goOn(path, jpeg, offset, other)).json?.code).toBe('upload-moved')
    const changed = Buffer.from(jpeg)
    changed[100] = (changed[100] ?? 0) ^ 0xff
    expect((await goOn(path, changed, offset, who)).json?.code).toBe('storage/invalid-checksum')
    await expect.poll(stored).toEqual([])

    const next = `${address}?name=sign.jpg&upload=${newId()}`
    const response = await goOn(next, jpeg, await brokenOff(next, jpeg, 20_000, who), who)
    expect([response.status, JSON.stringify(response.json)]).toEqual([200, expect.stringContaining(`${folder}`)])
    expect(await arrived(next, who)).toMatchObject({ complete: '?1' })
    const again = await ask(next, { as: who, method: 'PATCH', headers: { 'upload-offset': '0' }, body: new Uint8Array() })
    expect([again.status, again.json]).toEqual([200, response.json])
    expect(await stored()).toHaveLength(1)
    expect(await partsHere()).toEqual(before)
  },
)

test('a document for a chat resumes where it was interrupted, too', async () => {
  const { id } = await caller(seller).chats.open({})
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000), Buffer.from('\n%%EOF\n')])
  const path = `/api/chats/${id}/files?name=bill.pdf&upload=${newId()}`
  const offset = await brokenOff(path, pdf, 200_000)
  const response = await goOn(path, pdf, offset)
  expect([response.status, response.json?.bytes]).toEqual([200, pdf.length])
  const again = await ask(path, { as: seller, method: 'PATCH', headers: { 'upload-offset': '0' }, body: new Uint8Array() })
  expect(again.json).toEqual(response.json)
  expect((await arrived(path, rival)).complete).toBe('?0')
})

test('an upload that is not resumed is swept after an hour, and a person has only so many unfinished ones', async () => {
  const id = await creation()
  for (const name of await partsHere()) await utimes(join(arrivals(app), name), new Date(0), new Date(0))
  await sweep(app, new Date())
  expect(await partsHere()).toEqual([])
  const first = addressOf(id, newId())
  await brokenOff(first, jpeg, 5_000)
  await sweep(app, new Date(Date.now() + 60_000))
  expect(await partsHere()).toHaveLength(1)
  const [oldest = ''] = await partsHere()
  await utimes(join(arrivals(app), oldest), new Date(1_000_000), new Date(1_000_000))
  for (let more = 1; more < limits.upload.partsMax; more++) await brokenOff(addressOf(id, newId()), jpeg, 5_000)
  expect(await partsHere()).toHaveLength(limits.upload.partsMax)
  const { cut, over } = beginSending(addressOf(id, newId()), jpeg, 5_000)
  await expect.poll(async () => (await partsHere()).includes(oldest)).toBe(false)
  cut()
  await over
  expect((await arrived(first)).offset).toBe(0)
  await expect.poll(() => filesOf(id)).toEqual([])
})
