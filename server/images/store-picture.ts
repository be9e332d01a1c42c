import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import type { ImageType } from '#domain/image-types.ts'
import { isStored, thumbnailPath } from '#server/images/image-paths.ts'
import { keptForItsIndex, removeReleased } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import { limitConcurrency } from '#server/platform/concurrency-limit.ts'
import { files } from '#server/platform/database/tables/files.ts'
import type { Picture } from '#server/platform/files/make-picture.ts'
import { arrivals } from '#server/platform/files/parts.ts'
import { pictureOf } from '#server/platform/files/picture-worker.ts'
import type { Incoming } from '#server/platform/files/receive-file.ts'
import { aboutOf } from '#server/platform/files/storage.ts'
import { answerTo, logUnexpected } from '#server/platform/http/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** Pictures in memory are large, so only `limits.image.atOnce` of them are processed and stored at once. */
const limited = limitConcurrency(limits.image.atOnce)

/** Receives the rest of an upload, checks and re-encodes the picture, and stores it with its thumbnails under `path`. */
export const storePicture = (app: App, path: string, incoming: Incoming): Promise<StoredPicture> =>
  receive(app, incoming, (file) => storePictureFile(app, path, file, incoming.type))

/** Checks and re-encodes a picture that is a file on this machine, and stores it with its thumbnails under `path`; `isOwn` as in `makePicture`. */
export const storePictureFile = (
  { storage }: Pick<App, 'storage'>,
  path: string,
  file: string,
  type: ImageType,
  isOwn = false,
): Promise<StoredPicture> =>
  limited(async () => {
    const { original, sha256, width, height, thumbnails } = await pictureOf(file, type, isOwn)
    await storage.put(path, original, { contentType: type, bytes: original.length, sha256 })
    for (const { width, content } of thumbnails) await storage.put(thumbnailPath(path, width), content, aboutOf(content, 'image/webp'))
    return { sha256, width, height, bytes: original.length }
  })

/**
 * Passes the whole upload to `use` as a file and deletes the file afterwards, except for a part that can be resumed after a lost
 * connection.
 */
export async function receive<T>(app: App, incoming: Incoming<unknown>, use: (file: string) => Promise<T>): Promise<T> {
  await mkdir(arrivals(app), { recursive: true, mode: 0o700 })
  const file = incoming.place ?? join(arrivals(app), randomUUID())
  let keepsFile = false
  try {
    await incoming.writeTo(file)
    return await use(file)
  } catch (error) {
    keepsFile = incoming.isWorthKeeping(error)
    throw error
  } finally {
    if (!keepsFile) await rm(file, { force: true })
  }
}

/** What the store needs to know of a file on this machine. */
export async function sizeAndHash(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file, { highWaterMark: 256 * 1024 })) hash.update(piece)
  return { bytes: (await stat(file)).size, sha256: hash.digest('hex') }
}

/** The stored upload of the actor for this target under this key; null without a key, or if there is none. */
export async function findUpload({ db }: Pick<App, 'db'>, actor: { id: string }, target: string, key: string | null) {
  if (key === null) return null
  const [row] = await db
    .select()
    .from(files)
    .where(and(eq(files.uploadedBy, actor.id), eq(files.uploadKey, key), eq(files.productId, target), isStored))
  return row ?? null
}

export type StoredPicture = Omit<Picture, 'original' | 'thumbnails'> & { bytes: number }

/**
 * Releases and removes the file of a failed upload; `isAhead` of its product, its row stays for its index. A failure here is logged and left to
 * the sweep: the person gets the first error.
 */
export async function releaseUpload(app: App, path: string, isAhead = false): Promise<void> {
  try {
    await app.db
      .update(files)
      .set(isAhead ? keptForItsIndex : { releasedAt: sql`now()` })
      .where(eq(files.path, path))
    await removeReleased(app, [path])
  } catch (error) {
    logUnexpected(error, answerTo(error), `Taking back the upload ${path}`)
  }
}
