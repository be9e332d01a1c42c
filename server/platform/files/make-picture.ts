import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Metadata, default as openPicture, Sharp, SharpOptions } from 'sharp'
import { AppError } from '#domain/errors.ts'
import { type ImageType, isShowable } from '#domain/image-types.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** What is stored of an upload: the picture without its metadata, and its thumbnails by width. */
export type Picture = {
  original: Buffer
  sha256: string
  width: number
  height: number
  thumbnails: { width: number; content: Buffer }[]
}

let loading: Promise<typeof openPicture> | null = null

/** The operations that read our five picture formats; no other reader of libvips is reachable (product §3). */
const readers = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].flatMap((kind) => [`VipsForeignLoad${kind}File`, `VipsForeignLoad${kind}Buffer`])

/** Loads the picture library on first use, because it is heavy. One thread per picture; our own limit decides how many at once. */
export function loadSharp(): Promise<typeof openPicture> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: readers })
    return sharp
  })
  return loading
}

/** sharp's name of each format; the AVIF reader is one for several formats. */
const formats: Record<ImageType, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
  'image/gif': 'gif',
}

/** Encodes in the same format, with no visible difference from the upload. */
const encode: Record<ImageType, (picture: Sharp, about: Metadata) => Sharp> = {
  'image/jpeg': (picture, { chromaSubsampling }) =>
    picture.jpeg({ quality: 88, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' }),
  'image/png': (picture, { isPalette }) => picture.png({ compressionLevel: 6, palette: isPalette === true, quality: 100 }),
  'image/webp': (picture) => picture.webp({ quality: 90, effort: 2 }),
  'image/avif': (picture) => picture.avif({ quality: 65, effort: 1 }),
  'image/gif': (picture) => picture.gif({ effort: 3 }),
}

/**
 * Reads an uploaded file as the format of its first bytes, turns it upright, and re-encodes it, which drops all data hidden in or behind
 * the picture, such as where it was taken (product §3). `isOwn` says that a Backstall has done that before: without metadata the file then stays
 * as it is. Throws `image-broken`, `image-pixels`, `image-shape`, `image-type`.
 */
export async function makePicture(file: string, type: ImageType, isOwn = false): Promise<Picture> {
  const sharp = await loadSharp()
  const options: SharpOptions = { limitInputPixels: limits.image.pixelsMax, failOn: 'error' }
  const moving = type === 'image/gif' || type === 'image/webp'
  try {
    const about = await sharp(file, options).metadata()
    if (about.format !== formats[type]) throw new AppError('image-type', { field: 'images' })
    if (!isShowable(about)) throw new AppError('image-shape', { field: 'images' })
    const upright = sharp(file, { ...options, animated: moving }).autoOrient()
    const { data: encoded, info } = await encode[type](upright, about)
      .timeout({ seconds: limits.image.workSeconds })
      .toBuffer({ resolveWithObject: true })
    const hasMetadata = about.exif || about.xmp || about.iptc || about.icc || about.comments
    const data = isOwn && !hasMetadata ? await readFile(file) : encoded
    const sha256 = createHash('sha256').update(data).digest('hex')
    const thumbnails = await makeThumbnails((input) => sharp(input, options), file)
    return { original: data, sha256, width: info.width, height: info.pageHeight ?? info.height, thumbnails }
  } catch (error) {
    throw pictureProblem(error)
  }
}

/** The largest first, because each smaller one is made from it. */
async function makeThumbnails(open: (input: string | Buffer) => Sharp, file: string): Promise<Picture['thumbnails']> {
  const made: Picture['thumbnails'] = []
  for (const width of [...limits.image.thumbnailWidths].sort((a, b) => b - a)) {
    const upright = open(made.at(-1)?.content ?? file).autoOrient()
    // The height is bounded too: WebP ends at 16,383 pixels.
    const content = await upright
      .resize({ width, height: 2 * width, fit: 'inside', withoutEnlargement: true })
      .webp({ effort: 2 })
      .toBuffer()
    made.push({ width, content })
  }
  return made
}

function pictureProblem(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  return new AppError(/pixel limit|too large/i.test(error.message) ? 'image-pixels' : 'image-broken', { field: 'images' })
}
