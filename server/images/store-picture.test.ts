import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cookieOf } from '#server/testing/test-server.ts'
import { openUploads } from '#server/testing/uploads.ts'

const { app, seller, ask, url, send, creation, photograph, jpeg } = await openUploads()

describe('a picture', () => {
  test('is stored with thumbnails at the path of the specification, and answered with its name, size and URLs', async () => {
    const id = await creation()
    const uploaded = await send(seller, id, jpeg, 'Oak chair (front) ñ.JPG')
    expect(uploaded.status).toBe(200)
    const path = `products/${id}/0_Oak-chair-front-n.JPG`
    expect(uploaded.json).toEqual({
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

  test('loses the place, camera and person it was taken by, and is turned upright', async () => {
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
  ] as const)('may be %s; its type follows from its content, not from its name or Content-Type', async (format, type) => {
    const id = await creation()
    const content = await photograph(300, 200).toFormat(format).toBuffer()
    const { status, json } = await send(seller, id, content, 'wrong.jpg', { 'content-type': 'text/html' })
    expect([status, json?.path, json?.name]).toEqual([200, `products/${id}/0_wrong.${format}`, 'wrong.jpg'])
    const served = await ask(String(json?.url), { as: seller })
    expect(served.headers.get('content-type')).toBe(type)
  })

  test('that is animated stays animated', async () => {
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

  test('that is very tall has thumbnails, too', async () => {
    const id = await creation()
    const { status } = await send(
      seller,
      id,
      await sharp({ create: { width: 200, height: 20_000, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    )
    expect(status).toBe(200)
  })

  test('loses what is hidden behind its data', async () => {
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
