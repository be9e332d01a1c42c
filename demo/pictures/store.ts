import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { random } from '#demo/random.ts'
import type { Sketch } from '#demo/walk.ts'
import { thumbnailPath } from '#server/images/image-paths.ts'
import type { files } from '#server/platform/database/tables/files.ts'
import { loadSharp, makePicture } from '#server/platform/files/make-picture.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { draw, drawnWidth } from './draw.ts'

type FileRow = typeof files.$inferSelect
/** How many are drawn at once: drawing uses the processor, storing the disk. */
const atOnce = 4

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Draws every sketch, processes it as the server does an upload, and stores it; returns the rows of the files. */
export async function storePictures(
  storage: Storage,
  folder: string,
  pictureWidth: number,
  sketches: readonly Sketch[],
  each: (done: number) => void,
): Promise<FileRow[]> {
  const rows: FileRow[] = []
  const left = sketches.entries()
  const work = async (lane: number) => {
    for (const [, sketch] of left) {
      rows.push(await storePicture(storage, join(folder, `drawing-${lane}.jpg`), pictureWidth, sketch))
      each(rows.length)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => work(lane)))
  return rows.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

async function storePicture(storage: Storage, file: string, pictureWidth: number, sketch: Sketch): Promise<FileRow> {
  const { path, of: productId, by: uploadedBy, at, proposed } = sketch
  // The same room and the same piece in all pictures of a product.
  const svg = draw(sketch.shape, sketch.colour, sketch.view, random(productId))
  await writeFile(file, await asPhotograph(svg, pictureWidth))
  const { original, sha256, width, height, thumbnails } = await makePicture(file, 'image/jpeg')
  await rm(file)
  await storage.put(path, original, { contentType: 'image/jpeg', bytes: original.length, sha256 })
  for (const { width, content } of thumbnails)
    await storage.put(thumbnailPath(path, width), content, { contentType: 'image/webp', bytes: content.length, sha256: sha256Of(content) })
  const moment = new Date(at)
  return {
    path,
    productId,
    uploadedBy,
    name: path.slice(path.lastIndexOf('_') + 1),
    contentType: 'image/jpeg',
    uploadKey: null,
    bytes: original.length,
    sha256,
    width,
    height,
    storedAt: moment,
    namedAt: proposed ? null : moment,
    proposedAt: proposed ? moment : null,
    releasedAt: null,
    createdAt: moment,
  }
}

/** The server accepts no SVG; only this function reads it and turns it into a photograph. */
async function asPhotograph(svg: string, width: number): Promise<Buffer> {
  const sharp = await loadSharp()
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  return sharp(Buffer.from(svg), { limitInputPixels: limits.image.pixelsMax, density: (72 * width) / drawnWidth })
    .flatten()
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** A page of one line, the smallest PDF possible. */
export function pdfOf(line: string): Buffer {
  const stream = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${text}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  )
}
