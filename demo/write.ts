import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/platform/database/database.ts'

const atOnce = 2_000

/** Inserts rows as they are, ids included, many per statement. All rows must name the same columns; the others get the table's defaults. */
export async function write<Table extends PgTable>(tx: Tx, table: Table, rows: readonly Partial<Table['$inferSelect']>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first)
  const into = sql.identifier(getTableName(table))
  const names = sql.raw(columns.map(([, { name }]) => `"${name}"`).join(', '))
  const named = rows.map((row: Record<string, unknown>) => Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])))
  for (let from = 0; from < named.length; from += atOnce) {
    const json = JSON.stringify(named.slice(from, from + atOnce))
    await tx.execute(sql`
      insert into ${into} (${names}) overriding system value select ${names} from json_populate_recordset(null::${into}, ${json}::json)`)
  }
}
