import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { openUploads } from '#server/testing/uploads.ts'

const { seller, ask, send, creation, filesOf, everything, leavesNothing, photograph, jpeg, app } = await openUploads()

describe('a file that is no accepted picture is refused with its own code, and nothing of it stays', () => {
  const bomb = () =>
    sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: 'black' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  const strip = (width: number, height: number) => () =>
    sharp({ create: { width, height, channels: 3, background: 'black' } })
      .png()
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
    ['one pixel wide and a million high', strip(1, 1_000_000), 'image-shape', 422],
    ['a hundred and one times as wide as high', strip(1_010, 10), 'image-shape', 422],
    ['longer than 30,000 pixels', strip(30_001, 301), 'image-shape', 422],
    ['eleven megabytes', () => Buffer.concat([jpeg, Buffer.alloc(limits.image.bytesMax)]), 'image-bytes', 413],
  ]
  test.each(cases)('%s', async (_, make, code, status) => {
    const id = await creation()
    const before = await everything()
    const response = await send(seller, id, await make())
    expect([response.status, response.json?.code, response.json?.field]).toEqual([status, code, 'images'])
    expect(response.json?.error).toMatch(/^[A-Z].*\.$/)
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
    const response = await ask(`/api/products/${id}/images?name=${encodeURIComponent(name)}`, {
      as: seller,
      method: 'POST',
      body: new Uint8Array(jpeg),
    })
    expect([response.status, response.json?.code, response.json?.field]).toEqual([422, 'file-name', 'images'])
    expect(await filesOf(id)).toEqual([])
  })

  test('no name, and two names at once', async () => {
    const id = await creation()
    for (const query of ['', '?name=a.jpg&name=b.jpg', '?name[x]=a']) {
      const response = await ask(`/api/products/${id}/images${query}`, { as: seller, method: 'POST', body: new Uint8Array(jpeg) })
      expect([response.status, response.json?.code]).toEqual([422, 'file-name'])
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
    const response = await ask(`/api/products/${id}/images?name=${raw}`, { as: seller, method: 'POST', body: new Uint8Array(jpeg) })
    if (code) expect(response.json?.code).toBe(code)
    else {
      expect(response.json?.name).toBe(name)
      expect(response.json?.path).toMatch(new RegExp(`^products/${id}/0_[\\w-][\\w.-]*\\.jpg$`))
      expect((await ask(String(response.json?.url), { as: seller })).status).toBe(200)
    }
  })
})

test('a full store is reported as such, and nothing half-written stays', async () => {
  const id = await creation()
  const { StorageError } = await import('#domain/storage-error.ts')
  const full = { ...app, storage: { ...app.storage, put: () => Promise.reject(new StorageError('quota-exceeded')) } }
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const other = await openTestServer(full)
  const response = await other.ask(`/api/products/${id}/images?name=x.jpg`, { as: seller, method: 'POST', body: new Uint8Array(jpeg) })
  expect([response.status, response.json]).toEqual([
    402,
    { error: 'There is no space left for files.', code: 'storage/quota-exceeded', field: 'images' },
  ])
  expect(complaint).toHaveBeenCalledOnce()
  await expect.poll(() => filesOf(id)).toEqual([])
})
