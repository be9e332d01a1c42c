import type { SQL } from 'drizzle-orm'
import { limits } from '#domain/limits.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { eachRow } from '#server/platform/database/prepared-statement.ts'

type Writing<Row extends object> = {
  /** The rows after a place, in their order, at least so many of them; without a place the first. */
  page: (after: string | undefined, limit: number) => SQL
  /** Where each row stands. */
  placeOf: (row: Row) => string
  /** What is written of each row. */
  textOf: (row: Row) => string
  /** Asked before each page; throws where whoever reads may read no further. */
  mayGoOn: () => Promise<unknown>
  /** True where one plan fits every page (`runQuery`). */
  prepare?: boolean
}

/**
 * A long file out of many rows, page by page: whoever reads slowly is waited for, and memory stays flat, as no row is kept once its text is
 * made, and no page of texts once it is sent.
 */
export async function* inPages<Row extends object>(sql: Sql, writing: Writing<Row>): AsyncGenerator<string> {
  const { page, placeOf, textOf, mayGoOn, prepare = false } = writing
  const limit = limits.export.page
  const texts: string[] = []
  let after: string | undefined
  // One for all pages: the driver's finished queries linger, and would keep what each of them was given.
  const take = (row: Row) => {
    texts.push(textOf(row))
    after = placeOf(row)
  }
  for (let count: number = limit; count >= limit; ) {
    await mayGoOn()
    await eachRow<Row>(sql, page(after, limit), { prepare }, take)
    count = texts.length
    if (count > 0) yield texts.splice(0).join('')
  }
}
