import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app } = await openTestApp()
await app.sql`create table shelf (id text primary key, books integer not null)`
await app.sql`insert into shelf values ('a', 0), ('b', 0)`

/** Settles once both callers have arrived; later calls settle at once. */
function meeting(): () => Promise<void> {
  let arrived = 0
  let open = () => {}
  const all = new Promise<void>((resolve) => (open = resolve))
  return () => {
    arrived += 1
    if (arrived >= 2) open()
    return all
  }
}

test('of two transactions in a deadlock both succeed, and neither takes effect twice', async () => {
  const met = meeting()
  let begun = 0
  let through = () => {}
  const otherIsThrough = new Promise<void>((resolve) => (through = resolve))
  const both = (first: string, second: string) =>
    app.db.transaction(async (tx) => {
      begun += 1
      // Whatever the speed of the machine, the two do not meet a second time.
      if (begun > 2) await otherIsThrough
      await tx.execute(sql`update shelf set books = books + 1 where id = ${first}`)
      await met()
      await tx.execute(sql`update shelf set books = books + 1 where id = ${second}`)
    })
  await Promise.all([both('a', 'b').then(through), both('b', 'a').then(through)])
  expect(begun).toBe(3)
  expect(await app.sql`select id, books from shelf order by id`).toEqual([
    { id: 'a', books: 2 },
    { id: 'b', books: 2 },
  ])
})

test('a prepared statement succeeds if a transaction waits for it', async () => {
  const add = preparedStatement(sql`
    with first as (select id from shelf where id = 'b' for update), rest as (select pg_sleep(0.2) from first)
    update shelf set books = books + 10 where id = 'a' and exists (select from rest) returning id`)
  const met = meeting()
  const addIsWaiting = () =>
    expect
      .poll(() => app.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%books + 10 %'`, {
        timeout: 50_000,
      })
      .toHaveLength(1)
  // Which of the two the database rolls back depends on which waited first; neither caller notices.
  let begun = 0
  const other = app.db.transaction(async (tx) => {
    begun += 1
    await tx.execute(sql`update shelf set books = books + 100 where id = 'a'`)
    if (begun === 1) await met().then(addIsWaiting)
    await tx.execute(sql`update shelf set books = books + 100 where id = 'b'`)
  })
  await met()
  const added = add(app.sql, {})
  expect(await added).toHaveLength(1)
  await other
  expect(await app.sql`select id, books from shelf order by id`).toEqual([
    { id: 'a', books: 112 },
    { id: 'b', books: 102 },
  ])
})

test('an error that is no conflict is not retried, and a repeated deadlock is thrown', async () => {
  let times = 0
  const failing = (code: string) =>
    app.db.transaction(async (tx) => {
      times += 1
      await tx.execute(sql`do $$ begin raise exception 'no' using errcode = '${sql.raw(code)}'; end $$`)
    })
  await expect(failing('23505')).rejects.toThrow()
  expect(times).toBe(1)
  await expect(failing('40P01')).rejects.toThrow()
  expect(times).toBe(3)
})
