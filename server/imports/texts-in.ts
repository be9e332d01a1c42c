import { unescapeFormula } from '#domain/csv.ts'
import { AppError, errors } from '#domain/errors.ts'
import { inNfc } from '#domain/text.ts'
import type { RecordProblem } from '#server/imports/csv-record.ts'
import type { CsvRow } from '#server/imports/read-csv.ts'
import type { Header } from '#server/imports/read-header.ts'
import type { RowProblem } from '#server/imports/row-problems.ts'
import { limits } from '#server/platform/limits/limits.ts'

const unreadable: Record<RecordProblem, string> = {
  quotes: 'The quotes of this row do not fit: a cell in quotes ends before a comma or a line break, and a quote inside is written twice.',
  encoding: `This row holds bytes that are not UTF-8 text. ${errors['csv-encoding'].message.split('. ')[1]}`,
}
const tooLong = `A cell holds at most ${limits.import.cellMax} characters.`
const wrong = (message: string) => new AppError('invalid-argument', { message })

/**
 * The texts of a row by column. Adds cells that are too long to the problems and leaves them out. Throws `invalid-argument` for a row that
 * is unreadable or does not fit the header.
 */
export function textsIn<Column extends string>(
  header: Header<Column>,
  { cells, problem }: CsvRow,
  problems: RowProblem[],
): { [Name in Column]?: string } {
  if (problem) throw wrong(unreadable[problem])
  assertWidth(header, cells)
  const texts: { [Name in Column]?: string } = {}
  for (const [at, column] of header.columns.entries()) {
    const cell = cells[at]
    if (column === null || cell === undefined) continue
    if (cell.length > limits.import.cellMax) problems.push({ field: column, message: tooLong })
    else texts[column] = inNfc(unescapeFormula(cell))
  }
  return texts
}

/**
 * Throws for a row wider or narrower than the header. One with fewer cells may be half of a row split by a line break without quotes, which
 * cannot be distinguished from one whose last empty cells a spreadsheet left out; so it is refused before it overwrites anything.
 */
function assertWidth({ columns, width }: Header<string>, cells: readonly string[]): void {
  const numbers = (than: string) => `This row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, the header ${than}.`
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    throw wrong(`${numbers(`only ${columns.length}`)} Put quotes around a cell that holds the delimiter.`)
  }
  if (cells.length < width) {
    throw wrong(
      `${numbers(String(width))} Put quotes around a text that holds a line break. Where only empty cells are missing at the end, move a column that is always filled, such as the title, to the end.`,
    )
  }
}
