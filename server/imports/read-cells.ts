import { readAttributes, readTags } from '#domain/csv.ts'
import { parsePrice } from '#domain/parse-price.ts'
import { ProductFields } from '#domain/product.ts'
import { type Attribute, type ImportColumn, productFields, type ValueKind, type ValueOf } from '#domain/product-fields.ts'
import { importColumns } from '#domain/product-import.ts'
import { Id } from '#domain/text.ts'
import type { KnownColumn } from '#server/imports/product-index.ts'
import type { CsvRow } from '#server/imports/read-csv.ts'
import type { Header } from '#server/imports/read-header.ts'
import { attempt, type RowProblem, refusalWith, textOfIssue, wrongCell } from '#server/imports/row-problems.ts'
import { textsIn } from '#server/imports/texts-in.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** The content of a row: the id of its product, if it has one, and the fields it sets. Fields without a cell stay unchanged. */
export type RowContent = { id: string | null; given: Partial<ProductFields> }

/**
 * Reads the cells of a row; an empty cell clears its field. Adds each invalid cell to the problems and leaves it out of the content. Throws
 * `invalid-argument` for a row that cannot be read.
 */
export function readCells(header: Header<KnownColumn>, row: CsvRow, currency: string, problems: RowProblem[]): RowContent {
  const texts = textsIn(header, row, problems)
  const given: Record<string, unknown> = {}
  for (const column of importColumns) {
    const cell = texts[column]
    if (cell === undefined) continue
    const value = attempt(problems, () => ({ of: fieldIn(column, cell, currency) }))
    if (value) given[column] = value.of
  }
  return { id: attempt(problems, () => readId(texts.id)) ?? null, given }
}

function readId(cell = ''): string | null {
  const text = cell.trim()
  if (text !== '' && !Id.safeParse(text).success) throw wrongCell('id', refusalText('no-such-product'))
  return text || null
}

/** A field in the shape that the form has to meet, too. */
function fieldIn(column: ImportColumn, cell: string, currency: string): unknown {
  const { data, error } = ProductFields.shape[column].safeParse(readers[productFields[column].kind](cell, column, currency))
  if (!error) return data
  throw refusalWith(error.issues.map((issue) => ({ field: column, ...textOfIssue(issue) })))
}

const asIs = (cell: string) => cell
const readers: { [Kind in ValueKind]: (cell: string, column: ImportColumn, currency: string) => ValueOf[Kind] } = {
  line: asIs,
  prose: asIs,
  text: asIs,
  money: readPrice,
  count: readCount,
  tags: readTags,
  attributes: readAttributesCell,
}

function readPrice(cell: string, column: ImportColumn, currency: string): number | null {
  const price = parsePrice(cell, currency)
  if ('problem' in price) throw wrongCell(column, refusalText('cell-price', { problem: price.problem, of: 'price' }))
  return price.minor
}

function readCount(cell: string, column: ImportColumn): number | null {
  const text = cell.trim()
  if (text === '') return null
  if (!/^-?\d{1,15}$/.test(text)) throw wrongCell(column, refusalText('cell-whole-number', { field: column }))
  return Number(text)
}

function readAttributesCell(cell: string, column: ImportColumn): Attribute[] {
  const attributes = readAttributes(cell)
  if (!attributes) throw wrongCell(column, refusalText('cell-attributes'))
  return attributes
}
