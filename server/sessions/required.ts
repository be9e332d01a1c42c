import { type SQL, sql } from 'drizzle-orm'
import { batched } from '#server/platform/database/batched.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'

/** SQL condition: administrators need a second factor (product §2). Reads the table, as the cached settings of a node may be out of date. */
export const requiredText = `exists (select 1 from settings where key = 'adminsNeedSecondFactor' and value = 'true'::jsonb)`
export const factorRequired: SQL = sql.raw(requiredText)

const ask = batched<{ id: string }, object>(
  preparedStatement(sql`select ask.n from json_to_recordset(${sql.placeholder('asks')}::json) as ask (n integer) where ${factorRequired}`),
)

/** Whether administrators need a second factor now. Batched: simultaneous requests share a statement that began after each of them came. */
export const isRequired = async (pool: Sql): Promise<boolean> => (await ask(pool, { id: '' })) !== undefined
