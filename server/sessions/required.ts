import { type SQL, sql } from 'drizzle-orm'
import { batched } from '#server/platform/database/batched.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'

/** In a statement: true where administrators need a second factor (product §2). Read from the table, as what a node remembers may be a moment old. */
export const requiredText = `exists (select 1 from settings where key = 'adminsNeedSecondFactor' and value = 'true'::jsonb)`
export const factorRequired: SQL = sql.raw(requiredText)

const ask = batched<{ id: string }, object>(
  preparedStatement(sql`select ask.n from json_to_recordset(${sql.placeholder('asks')}::json) as ask (n integer) where ${factorRequired}`),
)

/** Whether administrators need a second factor now. Requests that ask at the same time share a statement, begun after each of them came. */
export const isRequired = async (pool: Sql): Promise<boolean> => (await ask(pool, { id: '' })) !== undefined
