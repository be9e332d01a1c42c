import { setImmediate } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import { brokenRecord, type CsvRecord, type RecordProblem, recordAt } from '#server/imports/csv-record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** A row, numbered as in a spreadsheet: the header is row 1; empty rows count but are left out. */
export type CsvRow = { row: number; cells: string[]; problem: RecordProblem | null }

/** Returns how many columns of a header are known. */
type Fits = (header: readonly string[]) => number

const delimiters = [',', ';', '\t'].map((sign) => sign.charCodeAt(0))
const notUtf8 = () => new AppError('csv-encoding')
const notCsv = () => new AppError('csv-broken')
const empty = () => new AppError('csv-broken', refusalText('csv-empty'))
const preambleMax = 200

/** The state between two chunks of the file. */
type State = {
  rest: Buffer
  row: number
  delimiter: number | null
  /** The number of columns of the header; 0 before it is read. */
  width: number
  /** After broken quotes: rows that are narrower or wider than the header are the rest of the broken one. */
  inBrokenRow: boolean
  /** Inside a line that is too long for a row. */
  skipping: boolean
}

/**
 * Reads a CSV file chunk by chunk, the header first; memory holds one chunk and one row. Detects delimiter, byte order mark, quotes and
 * line breaks. Throws `csv-encoding` and `csv-broken` for a file without a readable header.
 */
export async function* readCsv(content: AsyncIterable<Buffer>, fits: Fits): AsyncGenerator<CsvRow[]> {
  const state: State = { rest: Buffer.alloc(0), row: 0, delimiter: null, width: 0, inBrokenRow: false, skipping: false }
  for await (const piece of content) {
    state.rest = Buffer.concat([state.rest, piece])
    yield* rowsOf(state, fits, false)
  }
  for await (const rows of rowsOf(state, fits, true)) {
    if (state.width === 0) throw notCsv()
    yield rows
  }
  if (state.width === 0) throw empty()
}

/** Yields the complete rows a few at a time and lets other work run in between, as one chunk may hold very many. */
async function* rowsOf(state: State, fits: Fits, end: boolean): AsyncGenerator<CsvRow[]> {
  state.delimiter ??= delimiterOf(state, fits, end)
  if (state.delimiter === null) return
  for (let more = true; more; ) {
    const { rows, records } = someRows(state, state.delimiter, end)
    if (rows.length > 0) yield rows
    more = records === limits.import.rowsAtOnce
    if (more) await setImmediate()
  }
}

function someRows(state: State, delimiter: number, end: boolean): { rows: CsvRow[]; records: number } {
  const rows: CsvRow[] = []
  let records = 0
  let at = 0
  while (at < state.rest.length && records < limits.import.rowsAtOnce) {
    const record = state.skipping ? endOfSkipped(state, at, end) : nextRecord(state, at, delimiter, end)
    if (!record) break
    at = record.next
    records += 1
    const row = state.skipping ? null : rowFrom(state, record)
    if (row) rows.push(row)
    state.skipping = !record.ended
  }
  state.rest = state.rest.subarray(Math.min(at, state.rest.length))
  return { rows, records }
}

/** A record, or a part of a skipped line. If its end has not arrived, the last byte stays, which may be half of a line break. */
type Taken = CsvRecord & { ended: boolean }

/** The next record; one that is longer than the limit is broken. */
function nextRecord({ rest }: State, at: number, delimiter: number, end: boolean): Taken | null {
  const record = recordAt(rest, at, delimiter, end)
  if (record) return { ...record, ended: true }
  if (rest.length - at <= limits.import.rowBytesMax) return null
  const line = brokenRecord(rest, at, end)
  return line ? { ...line, ended: true } : { cells: [''], problem: 'quotes', next: rest.length - 1, ended: false }
}

function endOfSkipped({ rest }: State, at: number, end: boolean): Taken | null {
  const line = brokenRecord(rest, at, end)
  if (line) return { ...line, ended: true }
  return at < rest.length - 1 ? { cells: [], problem: 'quotes', next: rest.length - 1, ended: false } : null
}

function rowFrom(state: State, { cells, problem }: CsvRecord): CsvRow | null {
  state.row += 1
  const row = state.row
  if (problem === 'quotes') state.inBrokenRow = true
  else if (cells.every((cell) => cell.trim() === '')) return null
  else if (state.width === 0) state.width = cells.length
  else if (state.inBrokenRow && cells.length !== state.width) return { row, cells, problem: 'quotes' }
  else state.inBrokenRow = false
  return { row, cells, problem }
}

/**
 * Returns the delimiter by which most columns of the header are known, or null while the header is incomplete. Removes what precedes it.
 */
function delimiterOf(state: State, fits: Fits, end: boolean): number | null {
  const { rest } = state
  const before = preambleOf(rest)
  const start = before.length
  if (rest.length <= start && !end) return null
  const headers = delimiters.map((delimiter) => ({ delimiter, header: recordAt(rest, start, delimiter, end) }))
  const whole = headers.flatMap(({ delimiter, header }) => (header ? { delimiter, ...header, fitting: fits(header.cells) } : []))
  const [best] = whole.sort((one, other) => other.fitting - one.fitting || other.cells.length - one.cells.length)
  if (!best && rest.length > limits.import.rowBytesMax) throw notCsv()
  if (!best) return null
  assertReadable(best)
  state.rest = rest.subarray(start)
  state.row = before.match(/\r\n?|\n/g)?.length ?? 0
  return best.delimiter
}

/** What may precede the header, one character per byte: a byte order mark, the line that names the delimiter, empty lines. */
function preambleOf(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, preambleMax)
  if (/^(\xff\xfe|\xfe\xff)/.test(start)) throw notUtf8()
  return /^(\xef\xbb\xbf)?(sep=.\r?\n)?[ \r\n]*/i.exec(start)?.[0] ?? ''
}

function assertReadable({ cells, problem }: CsvRecord): void {
  if (problem === 'encoding' || cells.some((cell) => cell.includes('\u0000'))) throw notUtf8()
  if (problem) throw notCsv()
}
