import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export type Picture = { name: string; mimeType: string; buffer: Buffer }

/** Pixels of a photograph that have the same noise, in each direction: noise for each of them takes nine tenths of the time. */
const grain = 4

/** A photograph as from a camera: a JPEG with noise, an orientation and a location. */
export async function photograph(name: string, colour: string, width = 640, height = 480): Promise<Picture> {
  const small = { width: Math.ceil(width / grain), height: Math.ceil(height / grain), channels: 3 as const, background: colour }
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const { data, info } = await sharp({ create: { ...small, noise } })
    .tint(colour)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const buffer = await sharp(data, { raw: info })
    .resize(width, height, { kernel: 'nearest', fit: 'fill' })
    .jpeg({ quality: 85 })
    .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 0/1' } })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A few kilobytes that unpack to a picture of 64 megapixels: black and white, every line empty. */
export function bomb(): Picture {
  const side = 8_000
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  const pixels = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const buffer = Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
  return { name: 'bomb.png', mimeType: 'image/png', buffer }
}

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>')

export const drawing: Picture = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: svg }

/** Files that are no pictures, under names and types that claim to be. */
export const impostors: Picture[] = [
  { name: 'drawing.png', mimeType: 'image/png', buffer: svg },
  { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear customer, this is only text.') },
]

/** A logo as from a drawing program: dark, with a transparent background. */
export async function logo(name: string, width: number, height: number, colour = '#1b2540'): Promise<Picture> {
  const inner = { create: { width: width - 40, height: height - 40, channels: 4 as const, background: colour } }
  const around = { create: { width, height, channels: 4 as const, background: '#00000000' } }
  const buffer = await sharp(around)
    .composite([{ input: inner, left: 20, top: 20 }])
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Incompressible noise of some two megabytes. */
export async function noise(name: string): Promise<Picture> {
  const side = 820
  const pixels = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
  return { name, mimeType: 'image/png', buffer: await pixels.png({ compressionLevel: 0 }).toBuffer() }
}
