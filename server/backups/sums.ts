import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The length and SHA-256 (hexadecimal) of a content. */
export type Sum = { bytes: number; sha256: string }
/** A file of a backup, by its path inside it. */
export type Summed = Sum & { path: string }

export const sumsFile = 'SHA256SUMS'
const readAtOnce = 256 * 1024

/** Passes a content on and sums it. */
function summing(): { stream: Transform; sum: () => Sum } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, sum: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Writes a new file for its owner alone, through to the disk. `content` is closed if that fails. */
export async function writeSummed(place: string, content: Readable, signal?: AbortSignal): Promise<Sum> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    content.destroy()
    throw error
  })
  const { stream, sum } = summing()
  await pipeline(content, stream, createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }), { signal })
  return sum()
}

export async function sumOf(content: Readable): Promise<Sum> {
  const { stream, sum } = summing()
  await pipeline(content, stream.resume())
  return sum()
}

export const readFrom = (place: string): Readable => createReadStream(place, { highWaterMark: readAtOnce })

/** Opens the list of sums of a backup, in the format of `sha256sum`. `seal` returns the SHA-256 of the complete list. */
export async function openSums(folder: string) {
  const file = await open(join(folder, sumsFile), 'wx', 0o600)
  const hash = createHash('sha256')
  return {
    add: async (...sums: Summed[]) => {
      const text = sums.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('')
      hash.update(text)
      await file.appendFile(text)
    },
    seal: async () => {
      await file.sync()
      return hash.digest('hex')
    },
    close: () => file.close(),
  }
}

const linesAtOnce = 500

/** The lines of a file, some at a time. */
export async function* linesOf(place: string): AsyncGenerator<string[]> {
  let lines: string[] = []
  for await (const line of createInterface({ input: readFrom(place), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (lines.push(line) < linesAtOnce) continue
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
}
