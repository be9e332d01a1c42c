import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32, createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { openPromise } from 'yauzl'
import { AppError } from '#domain/errors.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

export type ArchiveType = 'application/zip' | 'application/gzip' | 'application/x-tar'

/** How many bytes at the start identify an archive. */
export const archiveSignatureBytes = 262

/** The type of an archive by its content: zip, tar, or gzip, which has to hold a tar; null for anything else. */
export function archiveType(start: Buffer): ArchiveType | null {
  // The beginnings of a zip with files, and of an empty one.
  if (['504b0304', '504b0506'].includes(start.toString('hex', 0, 4))) return 'application/zip'
  if (start[0] === 0x1f && start[1] === 0x8b) return 'application/gzip'
  return start.toString('latin1', 257, 262) === 'ustar' ? 'application/x-tar' : null
}

/** `crc32` is the checksum that a zip has of the content. */
type Entry = { name: string; kind: 'file' | 'folder' | 'other'; crc32?: number; content: () => Promise<AsyncIterable<Uint8Array>> }

/**
 * Unpacks an archive (zip, tar, tar.gz) into a new folder. Only plain files and folders are written, each under a name that stays inside,
 * and never over another. `alive` is called between two pieces and may throw to stop. Throws `archive-type`, `archive-broken`,
 * `archive-unsafe` with the name of the entry, and with `isLimited` also `archive-too-large` for too many entries or bytes.
 */
export async function unpackArchive(archive: string, folder: string, alive: () => void = () => {}, isLimited = true): Promise<void> {
  const allow = isLimited ? allowanceOf((await stat(archive)).size) : { entry: () => {}, bytes: () => {} }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    for await (const entry of entriesOf(archive, await typeOf(archive))) {
      allow.entry()
      await writeEntry(folder, entry, (bytes) => {
        allow.bytes(bytes)
        alive()
      })
    }
  } catch (error) {
    throw error instanceof Error && isOfArchive(error) ? new AppError('archive-broken') : error
  }
}

/** The folder of the export in what was unpacked: many programs put all files of an archive into one folder. */
export async function topFolderOf(folder: string, isKnown: (name: string) => boolean): Promise<string> {
  const [only, ...others] = await readdir(folder, { withFileTypes: true })
  return only?.isDirectory() && others.length === 0 && !isKnown(only.name) ? join(folder, only.name) : folder
}

async function typeOf(archive: string): Promise<ArchiveType> {
  await using file = await open(archive, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(archiveSignatureBytes), 0)
  const type = archiveType(buffer.subarray(0, bytesRead))
  if (!type) throw new AppError('archive-type')
  return type
}

/** Errors of the libraries are plain ones; those of the file system have a `syscall`. */
const isOfArchive = (error: Error): boolean => codeOf(error).startsWith('Z_') || (error.constructor === Error && !('syscall' in error))

const entriesOf = (archive: string, type: ArchiveType) => (type === 'application/zip' ? entriesOfZip(archive) : entriesOfTar(archive, type))

async function* entriesOfZip(archive: string): AsyncGenerator<Entry> {
  const zip = await openPromise(archive, { decodeStrings: false, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      const name = new TextDecoder().decode(entry.fileName as unknown as Buffer)
      yield {
        name,
        kind: zipKinds[(entry.externalFileAttributes >>> 28) & 0xf] ?? (name.endsWith('/') ? 'folder' : 'file'),
        crc32: entry.crc32,
        content: () => zip.openReadStreamPromise(entry),
      }
    }
  } finally {
    zip.close()
  }
}

/** The kinds of files of Unix, which a zip made there has in its attributes. */
const zipKinds: Record<number, Entry['kind']> = { 4: 'folder', 8: 'file', 1: 'other', 2: 'other', 6: 'other', 10: 'other', 12: 'other' }

async function* entriesOfTar(archive: string, type: ArchiveType): AsyncGenerator<Entry> {
  const packed = createReadStream(archive, { highWaterMark: 256 * 1024 })
  const plain = type === 'application/gzip' ? packed.pipe(createGunzip()) : packed
  packed.once('error', (error) => plain.destroy(error))
  try {
    const entries = (Readable.toWeb(plain) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }))
    for await (const { header, body } of entries) {
      const kind = header.type === 'file' ? 'file' : header.type === 'directory' ? 'folder' : 'other'
      yield { name: header.name, kind, content: async () => body }
      // What was not read is skipped.
      if (!body.locked) await body.cancel()
    }
  } finally {
    packed.destroy()
    plain.destroy()
  }
}

async function writeEntry(folder: string, { name, kind, content, ...entry }: Entry, take: (bytes: number) => void): Promise<void> {
  const parts = partsOf(name)
  if (kind === 'other') throw unsafe('archive-link', name)
  if (parts.length === 0 || isOfSystem(parts)) return passOver(await content(), take)
  const place = join(folder, ...parts)
  const make = async (path: string) => void (await mkdir(path, { recursive: true, mode: 0o700 }).catch(unlessTaken(name)))
  if (kind === 'folder') {
    await make(place)
    return passOver(await content(), take)
  }
  await make(dirname(place))
  await using file = await open(place, 'wx', 0o600).catch(unlessTaken(name))
  let sum = 0
  for await (const piece of await content()) {
    take(piece.length)
    if (entry.crc32 !== undefined) sum = crc32(piece, sum)
    await file.writeFile(piece)
  }
  if (entry.crc32 !== undefined && sum !== entry.crc32) throw new AppError('archive-broken')
}

/** Content that is not written counts, too: an archive may unpack to much of it. */
async function passOver(content: AsyncIterable<Uint8Array>, take: (bytes: number) => void): Promise<void> {
  for await (const piece of content) take(piece.length)
}

/** What macOS adds to archives. */
const isOfSystem = ([first, ...others]: string[]) => first === '__MACOSX' || (others.at(-1) ?? first) === '.DS_Store'

type ArchiveText = Extract<Parameters<typeof refusalText>[0], `archive-${string}`>

const unsafe = (text: ArchiveText, name: string) => new AppError('archive-unsafe', refusalText(text, { name: name.slice(0, 200) }))

/** A second entry of this name, also one that differs only in what the disk ignores, or a file where a folder has to be. */
const unlessTaken = (name: string) => (error: unknown) => {
  throw ['EEXIST', 'ENOTDIR', 'EISDIR'].includes(codeOf(error)) ? unsafe('archive-twice', name) : error
}

/** The parts of an entry's path; none for the folder itself. */
function partsOf(name: string): string[] {
  const path = name.replace(/^(\.\/+)+/, '').replace(/\/+$/, '')
  if (path === '' && name.startsWith('.')) return []
  const { partBytesMax, pathBytesMax, depthMax } = limits.archive
  const parts = path.split('/')
  const isPlain = (part: string) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= partBytesMax
  const isHostile = /[\\\p{Cc}\p{Cs}\ufffd]/u.test(name) || /^[a-z]:/i.test(path) || Buffer.byteLength(path) > pathBytesMax
  if (isHostile || parts.length > depthMax || !parts.every(isPlain)) throw unsafe('archive-name', name)
  return parts
}

/** Counts what an archive unpacks to. Beyond `freeBytes` it may not be more than `ratioMax` times the archive. */
function allowanceOf(archiveBytes: number) {
  const { entriesMax, unpackedBytesMax, ratioMax, freeBytes } = limits.archive
  let entries = 0
  let unpacked = 0
  const tooLarge = (text: ArchiveText, max: number) =>
    new AppError('archive-too-large', refusalText(text, { max: max.toLocaleString('en') }))
  return {
    entry: () => {
      entries += 1
      if (entries > entriesMax) throw tooLarge('archive-entries', entriesMax)
    },
    bytes: (bytes: number) => {
      unpacked += bytes
      if (unpacked > unpackedBytesMax) throw tooLarge('archive-unpacked', unpackedBytesMax / 1e9)
      if (unpacked > freeBytes && unpacked > archiveBytes * ratioMax) throw tooLarge('archive-ratio', ratioMax)
    },
  }
}
