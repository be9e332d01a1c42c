import { createReadStream } from 'node:fs'
import { JSONParser } from '@streamparser/json'
import { limits } from '#server/platform/limits/limits.ts'
import { isObject } from '#server/transfers/parse-record.ts'
import { type Problem, problem } from '#server/transfers/problem.ts'

/** A value as it was read, with the line (`.jsonl`) or the place (`.json`, from 1); or why it could not be read. */
export type Read = { line: number; bytes: number } & ({ value: unknown } | { problem: Problem })

const { recordBytesMax, batch, batchBytes } = limits.transfer
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200)
const tooLarge = () => problem('too-large', null, { max: recordBytesMax })

/**
 * Reads the records of a file in batches; memory holds one batch. `path` leads to the list of records in a `.json` file: `$.*` for a list, or
 * an object by id, as the whole file.
 */
export async function* readRecords(file: string, path = '$.*'): AsyncGenerator<Read[]> {
  let read: Read[] = []
  let bytes = 0
  for await (const one of file.endsWith('.jsonl') ? readLines(file) : readValues(file, path)) {
    read.push(one)
    bytes += one.bytes
    if (read.length < batch && bytes < batchBytes) continue
    yield read
    ;[read, bytes] = [[], 0]
  }
  if (read.length > 0) yield read
}

const newLine = 10
const utf8 = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

async function* readLines(file: string): AsyncGenerator<Read> {
  let [line, pieces, bytes] = [1, [] as Buffer[], 0]
  const end = (): Read | null => {
    const text = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
    const read = bytes > recordBytesMax ? { line, bytes: 0, problem: tooLarge() } : readLine(line, text)
    line += 1
    ;[pieces, bytes] = [[], 0]
    return read
  }
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, from)) {
      pieces.push(chunk.subarray(from, at))
      bytes += at - from
      from = at + 1
      const read = end()
      if (read) yield read
    }
    bytes += chunk.length - from
    // The rest of a line that is too long is not kept.
    if (bytes > recordBytesMax) pieces = []
    else if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
  const last = bytes > 0 ? end() : null
  if (last) yield last
}

function readLine(line: number, content: Buffer): Read | null {
  const bytes = content.length
  let text: string
  try {
    text = utf8().decode(content).trim()
  } catch {
    return { line, bytes, problem: problem('not-utf8') }
  }
  if (text === '') return null
  try {
    return valueAt(line, bytes, JSON.parse(text))
  } catch (error) {
    return { line, bytes, problem: problem('broken-json', null, { reason: reasonOf(error) }) }
  }
}

/** What follows may use recursion: no value is nested deeper than that allows. */
const valueAt = (line: number, bytes: number, value: unknown): Read =>
  isShallow(value) ? { line, bytes, value } : { line, bytes, problem: problem('too-deep') }

function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth < limits.transfer.depthMax && Object.values(value).every((inner) => isShallow(inner, depth + 1))
}

/** The key of an object by id becomes the `id` of its record. What follows a fault cannot be read. */
async function* readValues(file: string, path: string): AsyncGenerator<Read> {
  const parser = new JSONParser({ paths: [path], keepStack: false })
  let [line, since, found] = [0, 0, [] as Read[]]
  parser.onValue = ({ value, key }) => {
    line += 1
    const isKeyed = typeof key === 'string' && isObject(value)
    found.push(valueAt(line, since, isKeyed ? { ...value, id: key } : value))
    since = 0
  }
  try {
    const decoder = utf8()
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      since += chunk.length
      parser.write(decoder.decode(chunk, { stream: true }))
      yield* found
      found = []
      if (since > recordBytesMax) throw new Error(tooLarge().message)
    }
    parser.write(decoder.decode())
    if (!parser.isEnded) throw new Error('The file ends too early.')
  } catch (error) {
    yield* found
    yield { line: line + 1, bytes: 0, problem: problem('file-broken', null, { reason: reasonOf(error) }) }
  }
}
