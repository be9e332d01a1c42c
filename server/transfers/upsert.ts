import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { quoted } from '#server/platform/database/copy-client.ts'
import type { Sql } from '#server/platform/database/database.ts'

/**
 * Inserts rows, many per statement, or writes them over those with the same key. All name the same columns; a new row has the defaults of
 * the table in the others. `keep` names columns that a row that exists keeps; `where` is SQL of the rows
 * that may be written over.
 */
export async function upsert(
  sql: Sql,
  table: PgTable,
  rows: readonly Record<string, unknown>[],
  { key = ['id'], keep = [], where = 'true' }: { key?: readonly string[]; keep?: readonly string[]; where?: string } = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in first)
  const byName = Object.fromEntries(columns)
  const list = columns.map(([, { name }]) => name)
  const into = quoted(getTableName(table))
  const named = rows.map((row) => Object.fromEntries(columns.map(([property, { name }]) => [name, row[property]])))
  const written = columns.filter(([property]) => !key.includes(property) && !keep.includes(property)).map(([, { name }]) => name)
  const keys = key.map((property) => byName[property]?.name ?? property)
  const over =
    written.length > 0
      ? `do update set ${written.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')} where ${where}`
      : 'do nothing'
  await sql.unsafe(
    `insert into ${into} (${quoted(...list)}) select ${quoted(...list)} from json_populate_recordset(null::${into}, $1::json)
      on conflict (${quoted(...keys)}) ${over}`,
    [JSON.stringify(named)],
    { prepare: true },
  )
}
