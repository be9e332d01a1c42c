import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { batched, statementsGivenUp } from '#server/platform/database/batched.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app } = await openTestApp()
const statements = () => app.sql<{ size: number }[]>`select size from gatherings order by number`

await app.sql`create table gatherings (number integer generated always as identity, size integer)`
await app.sql`create table taken (id text primary key, by integer)`

/** Gives each id to the first that asks for it, divides 10 by `by`, and records the size of each batch. */
const take = batched<{ id: string; by: number }, { id: string; share: number }>(
  preparedStatement(sql`
    with ask as (select * from json_to_recordset(${sql.placeholder('asks')}::json) as ask (n integer, id text, by integer)),
      noted as (insert into gatherings (size) select count(*) from ask),
      given as (insert into taken (id, by) select distinct on (id) id, by from ask order by id, n on conflict do nothing returning id, by)
    select ask.n, ask.id, 10 / ask.by as share from given join ask using (id, by)`),
)

it('each caller gets its own row, though few statements were made', async () => {
  const rows = await Promise.all(Array.from({ length: 50 }, (_, at) => take(app.sql, { id: `a${at}`, by: 2 })))
  expect(rows).toEqual(rows.map((_, at) => ({ id: `a${at}`, share: 5 })))
  const sizes = (await statements()).map(({ size }) => size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(50)
  expect(sizes.length).toBeLessThan(10)
})

it('of several callers that ask for the same row, one gets it and the others nothing', async () => {
  const rows = await Promise.all([1, 2, 5].map((by) => take(app.sql, { id: 'wanted', by })))
  expect(rows.filter((row) => row !== undefined)).toHaveLength(1)
  expect(await take(app.sql, { id: 'wanted', by: 1 })).toBeUndefined()
})

it('no caller fails because of another in the same batch', async () => {
  const asks = [1, 0, 2, 5].map((by) => take(app.sql, { id: `b${by}`, by }))
  const outcomes = await Promise.allSettled(asks)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  const ids = await app.sql<{ id: string }[]>`select id from taken where id like 'b%' order by id`
  expect(ids.map(({ id }) => id)).toEqual(['b1', 'b2', 'b5'])
})

it('a statement that hangs is given up: its callers are refused, and the next are served', async () => {
  await app.sql`create table hung (id text primary key)`
  const keep = batched<{ id: string }, { id: string }>(
    preparedStatement(sql`
      with ask as (select * from json_to_recordset(${sql.placeholder('asks')}::json) as ask (n integer, id text))
      insert into hung (id) select id from ask returning 0 as n, id`),
    { maxInFlight: 1, limitMs: 1_000 },
  )
  const holder = await app.sql.reserve()
  await holder`begin`
  await holder`lock table hung`
  const before = statementsGivenUp()
  const asked = keep(app.sql, { id: 'too late' })
  await expect(asked).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfter: expect.any(Number) } })
  expect(statementsGivenUp()).toBe(before + 1)
  // It no longer uses a connection of the pool, and will not take effect later.
  const waiting = () => app.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(waiting).toHaveLength(0)
  await holder`rollback`
  holder.release()
  // Asked again, if the machine stalled for longer than the limit.
  const again = () => keep(app.sql, { id: 'in time' }).catch(({ code }) => code)
  await expect.poll(again).toEqual({ id: 'in time' })
  expect(await app.sql`select id from hung`).toEqual([{ id: 'in time' }])
})
