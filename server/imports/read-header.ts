import { unguarded } from '#domain/csv.ts'
import { AppError } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { exportColumns, type ImportColumn, importColumns, reportColumns } from '#domain/product-import.ts'

/** A column that an import understands. */
export type KnownColumn = ImportColumn | 'id'
/** What each column of a file means, up to which one they have names, and the names of those that mean nothing here. */
export type Header = { columns: (KnownColumn | null)[]; width: number; ignored: string[] }

const known = new Map<string, KnownColumn>([...importColumns, 'id' as const].map((name) => [name, name]))
const nameOf = (cell: string) => unguarded(cell).trim().toLowerCase()

/** How many columns of a header are known, whatever their case. */
export const knownIn = (header: readonly string[]): number => header.filter((cell) => known.has(nameOf(cell))).length

/** Understands the header row. Throws `csv-broken` where it names nothing by which a product could be made or found, or a column twice. */
export function readHeader(cells: readonly string[]): Header {
  const columns = cells.map((cell) => known.get(nameOf(cell)) ?? null)
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at)
  if (twice) throw new AppError('csv-broken', { field: twice, message: `The column "${twice}" stands twice in the header row.` })
  if (!columns.some((column) => column === 'sku' || column === 'title' || column === 'id')) {
    throw new AppError('csv-broken', {
      message: `The header row names neither "sku" nor "title". Columns are: ${importColumns.join(', ')}.`,
    })
  }
  return { columns, width: cells.findLastIndex((cell) => nameOf(cell) !== '') + 1, ignored: ignoredIn(cells, columns) }
}

/** Not told are empty columns, and what our own files bring besides. */
function ignoredIn(cells: readonly string[], columns: readonly (KnownColumn | null)[]): string[] {
  const own = new Set<string>([...exportColumns, ...reportColumns].map(nameOf))
  const names = cells.filter((cell, at) => columns[at] === null && nameOf(cell) !== '' && !own.has(nameOf(cell)))
  return names.slice(0, limits.import.ignoredMax).map((name) => plain(name))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no table can hold is taken out of a name that is shown
const plain = (name: string) => [...name.replace(/[\u0000-\u001f\u007f]/g, ' ').trim()].slice(0, limits.import.columnNameMax).join('')
