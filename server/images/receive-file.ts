import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError } from '#domain/errors.ts'
import type { ImageType } from '#domain/image-types.ts'
import { limits } from '#domain/limits.ts'
import { pictureType, tellingBytes } from '#server/images/picture-type.ts'

const tooLarge = () => new AppError('image-bytes', { field: 'images' })
const noPicture = () => new AppError('image-type', { field: 'images' })

/** Refuses by the announced length alone, before anything is read (issue: 200 MB). Throws `image-bytes`. */
export function refuseTooLarge(contentLength: string | undefined): void {
  if (Number(contentLength ?? 0) > limits.image.bytesMax) throw tooLarge()
}

/** An upload whose first bytes are read: what it is, and the rest still to come. */
export type Incoming<Type = ImageType> = { type: Type; writeTo: (place: string) => Promise<void> }

/** What is taken, and how everything else is refused. */
type Wanted<Type> = { typeOf: (start: Buffer) => Type | null; noType: () => AppError; tooLarge: () => AppError }
const pictures: Wanted<ImageType> = { typeOf: pictureType, noType: noPicture, tooLarge }

/**
 * Reads as much of an upload as tells what it is. The line stays open whatever happens here, so that a refusal can be answered.
 * Throws `image-type` for no picture; `writeTo` throws `image-bytes` as soon as too much has come; or what `wanted` names instead.
 */
export async function beginReceiving(upload: Readable): Promise<Incoming>
export async function beginReceiving<Type>(upload: Readable, wanted: Wanted<Type>): Promise<Incoming<Type>>
export async function beginReceiving(upload: Readable, wanted: Wanted<unknown> = pictures): Promise<Incoming<unknown>> {
  const chunks: AsyncIterator<Buffer> = upload.iterator({ destroyOnReturn: false })
  let start = Buffer.alloc(0)
  while (start.length < tellingBytes) {
    const { value, done } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  const type = wanted.typeOf(start)
  if (!type) throw wanted.noType()
  return { type, writeTo: (place) => writeAll(place, start, chunks, wanted.tooLarge) }
}

async function writeAll(place: string, start: Buffer, rest: AsyncIterator<Buffer>, tooLarge: () => AppError): Promise<void> {
  const file = await open(place, 'wx', 0o600)
  try {
    let bytes = await writeChunk(file, start, 0, tooLarge)
    for (let next = await rest.next(); !next.done; next = await rest.next()) bytes = await writeChunk(file, next.value, bytes, tooLarge)
  } finally {
    await file.close()
  }
}

async function writeChunk(file: FileHandle, chunk: Buffer, before: number, tooLarge: () => AppError): Promise<number> {
  const bytes = before + chunk.length
  if (bytes > limits.image.bytesMax) throw tooLarge()
  await file.write(chunk)
  return bytes
}
