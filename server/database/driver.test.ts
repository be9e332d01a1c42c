import { createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql as statement } from 'drizzle-orm'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { connect, type Sql } from '#server/database/database.ts'
import driver from '#server/database/driver.ts'
import { testFolder } from '#server/testing/test-folder.ts'

const database = inject('database')
const watcher = connect(database, 1)
afterAll(() => watcher.close())

/** A pool whose lines to the database can be cut in the middle, as a network or a database that fell over cuts them: without a word. */
async function cuttable(lines: number) {
  const sockets: Socket[] = []
  const between = createServer((socket) => {
    const behind = dial(database.path)
    sockets.push(socket)
    for (const [from, to] of [[socket, behind] as const, [behind, socket] as const]) {
      from.pipe(to)
      from.on('error', () => {}).on('close', () => to.destroy())
    }
  })
  const path = join(testFolder(), 'between')
  await new Promise<void>((resolve) => between.listen(path, resolve))
  const { sql, db, close } = connect({ ...database, path }, lines)
  onTestFinished(async () => {
    await close()
    between.close()
  })
  const cut = () => {
    for (const socket of sockets.splice(0)) socket.destroy()
  }
  return { sql, db, cut }
}

/** Resolves when the database works on a query with this word in it. */
const underWay = (word: string) =>
  expect.poll(() => watcher.sql`select from pg_stat_activity where state = 'active' and query like ${`select '${word}'%`}`).toHaveLength(1)

const one = (sql: Sql) => sql<{ one: number }[]>`select 1 as one`

test('a transaction whose line is cut in the middle fails for who began it, and nobody else notices', async () => {
  const { sql, db, cut } = await cuttable(1)
  const cutOff = db.transaction(async (tx) => {
    await tx.execute(statement`select 'cut off', pg_sleep(60)`)
  })
  const told = expect(cutOff).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await underWay('cut off')
  cut()
  await told
  expect(await one(sql)).toEqual([{ one: 1 }])
})

test('who goes on in a transaction that is over does not write on a line that others have meanwhile', async () => {
  const { sql, cut } = await cuttable(1)
  await sql`create table if not exists cut_off (who text)`
  onTestFinished(async () => void (await watcher.sql`drop table cut_off`))
  let goOn = () => {}
  const meanwhile = new Promise<void>((resolve) => (goOn = resolve))
  let late: unknown
  const cutOff = sql.begin(async (tx) => {
    await tx`insert into cut_off values ('before')`
    cut()
    await meanwhile
    late = await tx`insert into cut_off values ('late')`.catch((error: unknown) => error)
    return tx`insert into cut_off values ('later still')`
  })
  await expect(cutOff).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await one(sql)).toEqual([{ one: 1 }])
  goOn()
  await expect.poll(() => late).toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await sql`select who from cut_off`).toEqual([])
})

test('a reserved line that was cut refuses, and is given back without harm to whoever takes the next', async () => {
  const { sql, cut } = await cuttable(2)
  const own = await sql.reserve()
  const asked = own`select 'reserved', pg_sleep(60)`
  const told = expect(asked).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await underWay('reserved')
  cut()
  await told
  await expect(own`rollback`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  own.release()
  expect(await Promise.all([one(sql), one(sql), one(sql)])).toEqual(Array(3).fill([{ one: 1 }]))
})

/** A driver with one line, and the sockets that it had. */
function dialling() {
  const sockets: Socket[] = []
  const dialled = async () => {
    const socket = dial(database.path)
    await new Promise((resolve) => socket.once('connect', resolve))
    sockets.push(socket)
    return socket
  }
  // The driver's types do not know that it takes a socket.
  const options: object = { ...database, max: 1, connect_timeout: 5, socket: dialled }
  const sql = driver(options)
  onTestFinished(() => sql.end({ timeout: 1 }))
  return { sql, sockets }
}

test('what was asked in the very moment a line closed fails, and the next line is not held up by it', async () => {
  const { sql, sockets } = dialling()
  await one(sql)
  const asked = await new Promise<unknown>((resolve) =>
    // Node closes what was destroyed before it comes to what is written in this turn.
    setImmediate(() => {
      sockets.at(-1)?.destroy()
      one(sql).then(resolve, resolve)
    }),
  )
  expect(asked).toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await one(sql)).toEqual([{ one: 1 }])
})

test('a line that waits for its next query keeps nothing of what it read for the last', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const { sql, sockets } = dialling()
  await one(sql)
  const read: WeakRef<ArrayBufferLike>[] = []
  sockets[0]?.on('data', ({ buffer }: Buffer) => read.push(new WeakRef(buffer)))
  const rows = await sql<{ text: string }[]>`select repeat('long', 5_000) as text from generate_series(1, 20)`
  expect(rows.map(({ text }) => text.length)).toEqual(Array(20).fill(20_000))
  const kept = () => {
    collect()
    return read.filter((piece) => piece.deref()).length
  }
  expect(read.length).toBeGreaterThan(1)
  await expect.poll(kept).toBe(0)
})
