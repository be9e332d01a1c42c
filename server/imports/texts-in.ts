import { unescapeFormula } from '#domain/csv.ts'
import { AppError, type RefusalText } from '#domain/errors.ts'
import { limits as domainLimits } from '#domain/limits.ts'
import { inNfc } from '#domain/text.ts'
import type { RecordProblem } from '#server/imports/csv-record.ts'
import type { CsvRow } from '#server/imports/read-csv.ts'
import { type Header, plain } from '#server/imports/read-header.ts'
import type { RowProblem } from '#server/imports/row-problems.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

const unreadable = { quotes: 'row-quotes', encoding: 'row-encoding' } as const satisfies Record<RecordProblem, string>
const wrong = (message: RefusalText) => new AppError('invalid-argument', message)

/**
 * The texts of a row by column. Adds cells that are too long to the problems and leaves them out. Throws `invalid-argument` for a row that
 * is unreadable or does not fit the header.
 */
export function textsIn<Column extends string>(
  header: Header<Column>,
  { cells, problem }: CsvRow,
  problems: RowProblem[],
): { [Name in Column]?: string } {
  if (problem) throw wrong(refusalText(unreadable[problem]))
  assertWidth(header, cells)
  const texts: { [Name in Column]?: string } = {}
  for (const [at, column] of header.columns.entries()) {
    const cell = cells[at]
    if (column === null || cell === undefined) continue
    if (cell.length > limits.import.cellMax)
      problems.push({ field: column, ...refusalText('cell-too-long', { max: limits.import.cellMax }) })
    else texts[column] = inNfc(unescapeFormula(cell))
  }
  return texts
}

/** What a row says in these columns, for its reader to recognize it: nothing in empty cells, and nothing if its quotes are broken. */
export function namesIn<Column extends string>(
  { columns }: Header<Column>,
  { cells, problem }: CsvRow,
  named: readonly Column[],
): string[] {
  if (problem === 'quotes') return []
  return named.flatMap((column) => plain(unescapeFormula(cells[columns.indexOf(column)] ?? ''), domainLimits.product.titleMax) || [])
}

/**
 * Throws for a row wider or narrower than the header. One with fewer cells may be half of a row split by a line break without quotes, which
 * cannot be distinguished from one whose last empty cells a spreadsheet left out; so it is refused before it overwrites anything.
 */
function assertWidth({ columns, width }: Header<string>, cells: readonly string[]): void {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    throw wrong(refusalText('row-too-wide', { cells: cells.length, columns: columns.length }))
  if (cells.length < width) throw wrong(refusalText('row-too-narrow', { cells: cells.length, columns: width }))
}
