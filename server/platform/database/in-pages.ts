import type { SQL } from 'drizzle-orm'
import type { Sql } from '#server/platform/database/database.ts'
import { eachRow } from '#server/platform/database/prepared-statement.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Writing<Row extends object> = {
  /**
   * The query of the rows after a place, in order, at least `limit` of them if there are that many; without a place, from the first row.
   */
  page: (after: string | undefined, limit: number) => SQL
  /** The place of a row. */
  placeOf: (row: Row) => string
  /** The text of a row. */
  textOf: (row: Row) => string
  /** Called before each page; throws if the reader may read no further. */
  mayGoOn: () => Promise<unknown>
  /** True if one plan fits every page (`runQuery`). */
  prepare?: boolean
}

/** Makes the entries of one JSON list, each with what stands between it and the one before. */
export function openList(): (entry: unknown) => string {
  let between = ''
  return (entry) => {
    const text = `${between}\n${JSON.stringify(entry)}`
    between = ','
    return text
  }
}

/**
 * Makes a long file of many rows, page by page. It waits for a slow reader and uses constant memory: a row is dropped once its text is
 * made, a page of texts once it is sent.
 */
export async function* inPages<Row extends object>(sql: Sql, writing: Writing<Row>): AsyncGenerator<string> {
  const { page, placeOf, textOf, mayGoOn, prepare = false } = writing
  const limit = limits.export.page
  const texts: string[] = []
  let after: string | undefined
  // One callback for all pages: the driver's finished queries linger, and would retain the callback and rows of each.
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
