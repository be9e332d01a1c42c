import { isUtf8 } from 'node:buffer'
import { limits } from '#server/platform/limits/limits.ts'

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20

/**
 * Why a record is unreadable: a quote that is not closed where its cell ends or far too many cells (`quotes`), or bytes that are not UTF-8.
 */
export type RecordProblem = 'quotes' | 'encoding'

/** One record of a CSV file, and where the next one begins. With broken quotes, its only cell is the unparsed first line. */
export type CsvRecord = { cells: string[]; problem: RecordProblem | null; next: number }

/**
 * Returns the record that begins at `from`, or null if these bytes do not hold all of it; at the `end` of the file they always do. After
 * broken quotes the next record is the next line, so that one bad row does not swallow the good ones after it.
 */
export function recordAt(bytes: Buffer, from: number, delimiter: number, end: boolean): CsvRecord | null {
  const bounds: number[] = []
  for (let at = from; ; at++) {
    const to = endOfCell(bytes, at, delimiter)
    if (to === broken || (to === unclosed && end)) return brokenRecord(bytes, from, end)
    if (to === unclosed || (to >= bytes.length - 1 && !end)) return null
    bounds.push(at, to)
    if (bounds.length > 2 * limits.import.columnsMax) return brokenRecord(bytes, from, end)
    at = to
    if (bytes[at] === delimiter) continue
    return { ...cellsIn(bytes, bounds), next: afterBreak(bytes, at) }
  }
}

/** Returns the first line as a broken record, or null if the line is incomplete. */
export function brokenRecord(bytes: Buffer, from: number, end: boolean): CsvRecord | null {
  let to = from
  while (to < bytes.length && bytes[to] !== lineFeed && bytes[to] !== carriageReturn) to++
  if (to >= bytes.length - 1 && !end) return null
  return { cells: [bytes.toString('utf8', from, to)], problem: 'quotes', next: afterBreak(bytes, to) }
}

const broken = -1
const unclosed = -2

/** The index where the cell ends: at a delimiter, a line break or the end of the bytes. */
function endOfCell(bytes: Buffer, from: number, delimiter: number): number {
  let at = from
  if (bytes[from] !== quote) {
    while (at < bytes.length && bytes[at] !== delimiter && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at++
    return at
  }
  at = bytes.indexOf(quote, from + 1)
  while (at >= 0 && bytes[at + 1] === quote) at = bytes.indexOf(quote, at + 2)
  if (at < 0) return unclosed
  at++
  while (bytes[at] === space) at++
  const ends = at >= bytes.length || bytes[at] === delimiter || bytes[at] === lineFeed || bytes[at] === carriageReturn
  return ends ? at : broken
}

const afterBreak = (bytes: Buffer, at: number) => at + (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? 2 : 1)

function cellsIn(bytes: Buffer, bounds: readonly number[]): Pick<CsvRecord, 'cells' | 'problem'> {
  const cells: string[] = []
  for (let at = 0; at < bounds.length; at += 2) cells.push(cellIn(bytes, bounds[at] ?? 0, bounds[at + 1] ?? 0))
  const whole = bytes.subarray(bounds[0], bounds.at(-1))
  return { cells, problem: isUtf8(whole) ? null : 'encoding' }
}

function cellIn(bytes: Buffer, from: number, to: number): string {
  if (bytes[from] !== quote) return bytes.toString('utf8', from, to)
  const text = bytes.toString('utf8', from + 1, bytes.lastIndexOf(quote, to - 1))
  return text.includes('"') ? text.replaceAll('""', '"') : text
}
