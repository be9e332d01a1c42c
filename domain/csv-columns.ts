import { type Cell, csvLine } from '#domain/csv.ts'
import { priceText } from '#domain/money.ts'

/** The columns of a file by their headings, with the cell of a row. Amounts are in major units of the currency. */
export type Columns<Row> = Record<string, (row: Row, currency: string) => Cell>

type Holding<Field extends string, Value> = { readonly [Name in Field]?: Value | null | undefined }

const named = <Value>(cellOf: (value: Value, currency: string) => Cell) => {
  const cell = (value: Value | null | undefined, currency: string) => (value == null ? '' : cellOf(value, currency))
  return <Field extends string>(...fields: readonly Field[]): Columns<Holding<Field, Value>> =>
    Object.fromEntries(fields.map((field) => [field, (row, currency) => cell(row[field], currency)]))
}

/** Columns named as fields of the row that hold text; nothing is written for none. */
export const texts = named<string>((text) => text)
/** The same of numbers. */
export const numbers = named<number>((number) => ({ number: String(number) }))
/** The same of amounts in minor units. */
export const amounts = named<number>((minor, currency) => ({ number: priceText(minor, currency) }))
/** The currency of the amounts, which is the same in every row. */
export const currency: Columns<unknown> = { currency: (_, code) => code }

/** The header of a file, and the line of a row. */
export const csvOf = <Row>(columns: Columns<Row>) => ({
  header: csvLine(Object.keys(columns)),
  lineOf: (row: Row, code: string) => csvLine(Object.values(columns).map((cell) => cell(row, code))),
})
