import { unescapeFormula } from '#domain/csv.ts'
import { AppError, type RefusalText } from '#domain/errors.ts'
import { reportColumns } from '#domain/product-import.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** The meaning of each column, the number of columns up to the last one with a name, and the names of unknown ones. */
export type Header<Column extends string> = { columns: (Column | null)[]; width: number; ignored: string[] }

/**
 * The columns of a kind of files. `own` are further columns of our exports, which are ignored silently; `lacks` returns a sentence about
 * missing columns, or null.
 */
type Columns<Column extends string> = {
  known: readonly Column[]
  own: readonly string[]
  lacks: (columns: readonly (Column | null)[]) => RefusalText | null
}

export type HeaderReader<Column extends string> = {
  /** Counts the known columns of a header, in any case. */
  knownIn: (header: readonly string[]) => number
  /** Reads the header row. Throws `csv-broken` if a needed column is missing or a column appears twice. */
  read: (cells: readonly string[]) => Header<Column>
}

const nameOf = (cell: string) => unescapeFormula(cell).trim().toLowerCase()

export function headerReader<Column extends string>({ known: names, own, lacks }: Columns<Column>): HeaderReader<Column> {
  const known = new Map<string, Column>(names.map((name) => [name.toLowerCase(), name]))
  const ownNames = new Set<string>([...own, ...reportColumns].map(nameOf))
  return {
    knownIn: (header) => header.filter((cell) => known.has(nameOf(cell))).length,
    read: (cells) => {
      const columns = cells.map((cell) => known.get(nameOf(cell)) ?? null)
      const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at)
      if (twice) throw new AppError('csv-broken', { field: twice, ...refusalText('column-twice', { column: twice }) })
      const lacking = lacks(columns)
      if (lacking) throw new AppError('csv-broken', lacking)
      const ignored = cells.filter((cell, at) => columns[at] === null && nameOf(cell) !== '' && !ownNames.has(nameOf(cell)))
      const width = cells.findLastIndex((cell) => nameOf(cell) !== '') + 1
      return { columns, width, ignored: ignored.slice(0, limits.import.ignoredMax).map((name) => plain(name, limits.import.columnNameMax)) }
    },
  }
}

/** A name from a file as it is shown: without control characters and with at most `max` characters. */
export const plain = (name: string, max: number): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed from a name that is shown
  const text = name.replace(/[\u0000-\u001f\u007f]/g, ' ').trim()
  return [...text.slice(0, 2 * max)].slice(0, max).join('')
}
