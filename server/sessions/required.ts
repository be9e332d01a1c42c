import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import { batched } from '#server/platform/database/batched.ts'
import type { Sql, Tx } from '#server/platform/database/database.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'

/** SQL condition: administrators need a second factor (product §2). Reads the table, as the cached settings of a node may be out of date. */
export const requiredText = `exists (select 1 from settings where key = 'adminsNeedSecondFactor' and value = 'true'::jsonb)`
export const factorRequired: SQL = sql.raw(requiredText)

/** Whether this admin has no second factor, and how many other active admins have none. */
export async function adminsWithoutFactor(db: Pick<Tx, 'execute'>, { id }: Pick<Actor, 'id'>): Promise<{ self: boolean; others: number }> {
  const [found] = await db.execute<{ self: boolean; others: number }>(sql`
    select coalesce(bool_or(id = ${id}), false) as self, (count(*) filter (where id <> ${id}))::int as others from users
    where role = 'admin' and status = 'active'
      and not exists (select from second_factors f where f.user_id = users.id and f.confirmed_at is not null)`)
  return found ?? { self: false, others: 0 }
}

const ask = batched<{ id: string }, object>(
  preparedStatement(sql`select ask.n from json_to_recordset(${sql.placeholder('asks')}::json) as ask (n integer) where ${factorRequired}`),
)

/** Whether administrators need a second factor now. Batched: simultaneous requests share a statement that began after each of them came. */
export const isRequired = async (pool: Sql): Promise<boolean> => (await ask(pool, { id: '' })) !== undefined
