import { unguarded } from '#domain/csv.ts'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { exportColumns, type ImportColumn, importColumns, reportColumns } from '#domain/product-import.ts'

/** What each column of a file means, up to which one they have names, and the names of those that mean nothing here. */
export type Header<Column extends string> = { columns: (Column | null)[]; width: number; ignored: string[] }

/** How a kind of files begins. `own` are columns that our own files bring besides; `lacks` says what is missing among the named ones. */
type Columns<Column extends string> = {
  known: readonly Column[]
  own: readonly string[]
  lacks: (columns: readonly (Column | null)[]) => string | null
}

export type HeaderReader<Column extends string> = {
  /** How many columns of a header are known, whatever their case. */
  knownIn: (header: readonly string[]) => number
  /** Understands the header row. Throws `csv-broken` where it names too little, or a column twice. */
  read: (cells: readonly string[]) => Header<Column>
}

const nameOf = (cell: string) => unguarded(cell).trim().toLowerCase()

export function headerReader<Column extends string>({ known: names, own, lacks }: Columns<Column>): HeaderReader<Column> {
  const known = new Map<string, Column>(names.map((name) => [name.toLowerCase(), name]))
  const ours = new Set<string>([...own, ...reportColumns].map(nameOf))
  return {
    knownIn: (header) => header.filter((cell) => known.has(nameOf(cell))).length,
    read: (cells) => {
      const columns = cells.map((cell) => known.get(nameOf(cell)) ?? null)
      const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at)
      if (twice) throw new AppError('csv-broken', { field: twice, message: `The column "${twice}" stands twice in the header row.` })
      const message = lacks(columns)
      if (message !== null) throw new AppError('csv-broken', { message })
      const ignored = cells.filter((cell, at) => columns[at] === null && nameOf(cell) !== '' && !ours.has(nameOf(cell)))
      const width = cells.findLastIndex((cell) => nameOf(cell) !== '') + 1
      return { columns, width, ignored: ignored.slice(0, limits.import.ignoredMax).map((name) => plain(name)) }
    },
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no table can hold is taken out of a name that is shown
const plain = (name: string) => [...name.replace(/[\u0000-\u001f\u007f]/g, ' ').trim()].slice(0, limits.import.columnNameMax).join('')

/** A column that an import of products understands. */
export type KnownColumn = ImportColumn | 'id'

/** By one of these a product can be made or found. */
const naming: readonly (KnownColumn | null)[] = ['sku', 'title', 'id']

export const productHeader = headerReader<KnownColumn>({
  known: [...importColumns, 'id'],
  own: exportColumns,
  lacks: (columns) =>
    columns.some((column) => column !== null && naming.includes(column))
      ? null
      : `The header row names neither "sku" nor "title". Columns are: ${importColumns.join(', ')}.`,
})
