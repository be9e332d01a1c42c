import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { StorageError } from '#domain/storage-error.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import { diskError } from '#server/platform/files/disk-error.ts'
import { type About, checkPath, type Storage } from '#server/platform/files/storage.ts'
import { verified } from '#server/platform/files/verified.ts'
import { makeFolder } from '#server/platform/make-folder.ts'

/** Where writes wait until they are complete; a name that no path can have. */
export const waitingFolder = '.waiting'

/**
 * Stores files in a folder. A write goes to a waiting file, is flushed to the disk, then appears under its path in one step; a power cut
 * leaves all of it or nothing. Throws `storage/unsupported-environment` if the folder cannot be used.
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const waiting = join(folder, waitingFolder)
  await makeFolder(waiting).catch((cause) => {
    throw new StorageError('unsupported-environment', { cause })
  })
  const placeOf = (path: string) => {
    checkPath(path)
    return join(folder, path)
  }
  return {
    origin: null,
    addressOf: async (path) => {
      checkPath(path)
      return null
    },
    put: (path, content, about) => explained(() => putFile(join(waiting, randomUUID()), placeOf(path), content, about)),
    get: (path) => explained(() => readWhole(placeOf(path))),
    remove: (path) => explained(() => removeFile(placeOf(path))),
    tidy: (before) => explained(() => removeOlder(waiting, before)),
  }
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw diskError(error)
  }
}

async function putFile(waiting: string, place: string, content: Buffer | Readable, about: About): Promise<void> {
  try {
    await writeThrough(waiting, content, about)
    await appear(waiting, place)
    await flushFolder(dirname(place))
  } finally {
    await rm(waiting, { force: true })
  }
}

/** Writes and flushes; only then may the file become visible. */
async function writeThrough(place: string, content: Buffer | Readable, about: About): Promise<void> {
  await using file = await open(place, 'wx', 0o600)
  await file.writeFile(verified(content, about))
  await file.sync()
}

/** Makes the folder and the name. Another call that emptied the folder may remove it between the two; then this one retries once. */
async function appear(waiting: string, place: string, again = true): Promise<void> {
  const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  if (made) await flushFolder(dirname(made))
  try {
    await linkOrRename(waiting, place)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && again) return appear(waiting, place, false)
    throw error
  }
}

/** Links, which fails for a name that is taken; file systems without links get a check and a rename. */
async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(codeOf(error))) throw error
    if (await stat(to).catch(() => null)) throw Object.assign(new Error('This path is taken.'), { code: 'EEXIST' })
    await rename(from, to)
  }
}

/** Makes a new name in a folder survive a power cut. */
async function flushFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

async function readWhole(place: string): Promise<{ stream: Readable; bytes: number }> {
  const file = await open(place, 'r')
  const about = await file.stat()
  if (about.isFile()) return { stream: file.createReadStream(), bytes: about.size }
  await file.close()
  throw new StorageError('object-not-found', { cause: new Error('This is a folder.') })
}

/** Removes the file, and its folder once that is empty. */
async function removeFile(place: string): Promise<void> {
  await rm(place, { force: true })
  await rmdir(dirname(place)).catch(() => {})
}

async function removeOlder(folder: string, before: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    const about = await stat(join(folder, name)).catch(() => null)
    if (!about || about.mtime >= before) continue
    await rm(join(folder, name), { force: true })
    removed++
  }
  return removed
}
