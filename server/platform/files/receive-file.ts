import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError } from '#domain/errors.ts'
import type { ImageType } from '#domain/image-types.ts'
import { isRetried, StorageError, storageStatusOf } from '#domain/storage-error.ts'
import { pictureType, signatureBytes } from '#server/platform/files/picture-type.ts'
import type { Sending } from '#server/platform/files/sending.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** An upload whose first bytes are known: its type, and the rest still to come. `place` is where it continues, if it can be resumed. */
export type Incoming<Type = ImageType> = {
  type: Type
  place: string | null
  writeTo: (place: string) => Promise<void>
  /** Whether, after this error, the part that has arrived should be stored for the next request. */
  isWorthKeeping: (error: unknown) => boolean
}

/** How much is accepted, and the refusal of more. */
export type Limit = { bytesMax: number; tooLarge: () => AppError }

/** What is accepted, and the refusals of everything else. */
type Wanted<Type> = Limit & {
  typeOf: (start: Buffer) => Type | null
  noType: () => AppError
  /** How many bytes at the start tell the type. */
  startBytes?: number
}

const tooLarge = () => new AppError('image-bytes', { field: 'images' })
const noType = () => new AppError('image-type', { field: 'images' })
/** The pictures that are accepted. */
export const pictures: Wanted<ImageType> = { typeOf: pictureType, noType, tooLarge, bytesMax: limits.image.bytesMax }

/**
 * Reads enough of an upload to identify its type. The connection always stays open, so that a refusal can be answered. Throws `image-type`
 * if it is not a picture; `writeTo` throws `image-bytes` as soon as too much has arrived, `storage/invalid-checksum` if the content does
 * not match the announced hash; `wanted` may name other errors.
 */
export async function beginReceiving(sending: Sending): Promise<Incoming>
export async function beginReceiving<Type>(sending: Sending, wanted: Wanted<Type>): Promise<Incoming<Type>>
export async function beginReceiving(sending: Sending, wanted: Wanted<unknown> = pictures): Promise<Incoming<unknown>> {
  const { content, part } = sending
  const { startBytes = signatureBytes } = wanted
  const chunks: AsyncIterator<Buffer> = content.iterator({ destroyOnReturn: false })
  const before = part && part.offset > 0 ? await beginningOf(part.place, startBytes) : Buffer.alloc(0)
  let start = Buffer.alloc(0)
  while (before.length + start.length < startBytes) {
    const { value, done } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const type = wanted.typeOf(Buffer.concat([before, start]))
  if (!type) throw wanted.noType()
  return {
    type,
    place: part?.place ?? null,
    writeTo: (place) => writeAll(place, sending, start, chunks, wanted),
    isWorthKeeping: (error) => part !== null && (isBrokenOff(content, error) || isPassing(error)),
  }
}

/** The connection broke before all had come; nothing was refused. */
const isBrokenOff = (content: Readable, error: unknown): boolean =>
  content.readableAborted && !(error instanceof AppError || error instanceof StorageError)

/** The upload is complete, only the store failed for now. */
const isPassing = (error: unknown): boolean => error instanceof StorageError && isRetried(storageStatusOf(error.reason))

async function beginningOf(place: string, bytes: number): Promise<Buffer> {
  await using file = await open(place, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
  return buffer.subarray(0, bytesRead)
}

type Writing = Limit & { file: FileHandle; hash: Hash | null; bytes: number }

async function writeAll(
  place: string,
  { part, sha256 }: Sending,
  start: Buffer,
  rest: AsyncIterator<Buffer>,
  { bytesMax, tooLarge }: Limit,
): Promise<void> {
  const offset = part?.offset ?? 0
  const hash = sha256 === null ? null : createHash('sha256')
  if (hash && offset > 0) for await (const chunk of createReadStream(place)) hash.update(chunk)
  await using file = await open(place, part === null ? 'wx' : offset > 0 ? 'a' : 'w', 0o600)
  const writing = { file, hash, bytes: offset, bytesMax, tooLarge }
  await writeChunk(writing, start)
  for (let next = await rest.next(); !next.done; next = await rest.next()) await writeChunk(writing, next.value)
  if (hash && hash.digest('hex') !== sha256) throw new StorageError('invalid-checksum')
}

async function writeChunk(writing: Writing, chunk: Buffer): Promise<void> {
  writing.bytes += chunk.length
  if (writing.bytes > writing.bytesMax) throw writing.tooLarge()
  writing.hash?.update(chunk)
  await writing.file.appendFile(chunk)
}
