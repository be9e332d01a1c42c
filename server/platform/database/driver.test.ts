import { createServer, connect as dial, Socket } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql as statement } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { connect, type Sql } from '#server/platform/database/database.ts'
import { openSql } from '#server/platform/database/sql.ts'
import { hostsOf } from '#server/platform/database-address.ts'
import { listen } from '#server/testing/listen.ts'
import { connected, testFolder, testServer } from '#server/testing/worker.ts'

const database = testServer()
const watcher = connect(database, 1)
afterAll(() => watcher.close())

/** A pool whose connections can be cut in the middle, as by a network or a database that fails: without a message. */
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
  const path = join(testFolder(), '.s.PGSQL.1')
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

test('a transaction whose connection is cut in the middle fails for its caller, and no other caller is affected', async () => {
  const { sql, db, cut } = await cuttable(1)
  const cutOff = db.transaction(async (tx) => {
    await tx.execute(statement`select 'cut off', pg_sleep(60)`)
  })
  const rejection = expect(cutOff).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await underWay('cut off')
  cut()
  await rejection
  expect(await one(sql)).toEqual([{ one: 1 }])
})

test('a caller that goes on in a transaction that is over does not write on a connection that others use by now', async () => {
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

test('a part of a transaction that fails takes the parts inside it back, too, and nothing else', async () => {
  const left = await watcher.sql.begin(async (tx) => {
    await tx`create temporary table written (what text) on commit drop`
    const failing = tx.savepoint(async (outer) => {
      await outer`insert into written values ('outer')`
      await outer.savepoint((inner) => inner`insert into written values ('inner')`)
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    await tx.savepoint(async (outer) => {
      await outer`insert into written values ('kept')`
      const lost = outer.savepoint((inner) => inner`insert into written values ('lost'), ((1 / 0)::text)`)
      await expect(lost).rejects.toMatchObject({ code: '22012' })
    })
    return tx`select what from written`
  })
  expect(left).toEqual([{ what: 'kept' }])
})

test('a transaction of a reserved connection is on that connection, and begins no more once it is released', async () => {
  const { sql } = dialling({ max: 2 })
  const own = await sql.reserve()
  await own`create temporary table mine (what text)`
  await own.begin(async () => void (await own`insert into mine values ('kept')`))
  const undone = own.begin(async (tx) => {
    await tx`insert into mine values ('undone')`
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await own`select what from mine`).toEqual([{ what: 'kept' }])
  own.release()
  await expect(own.begin(one)).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
})

test('a reserved connection that was cut refuses, and its release does not affect the caller that has the next', async () => {
  const { sql, cut } = await cuttable(2)
  const own = await sql.reserve()
  const asked = own`select 'reserved', pg_sleep(60)`
  const rejection = expect(asked).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await underWay('reserved')
  cut()
  await rejection
  await expect(own`rollback`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  own.release()
  expect(await Promise.all([one(sql), one(sql), one(sql)])).toEqual(Array(3).fill([{ one: 1 }]))
})

/** A driver with one connection, and the sockets that it had; `dialled` gets each socket as it is connected, with its number. */
function dialling({ max = 1, dialled = () => {} }: { max?: number; dialled?: (socket: Socket, number: number) => void } = {}) {
  const sockets: Socket[] = []
  const stream = () => {
    const socket = new Socket()
    const number = sockets.push(socket)
    return socket.once('connect', () => dialled(socket, number))
  }
  const sql = openSql({ ...hostsOf(database), name: 'backstall', max, stream })
  onTestFinished(() => sql.end({ timeout: 1 }))
  return { sql, sockets }
}

test('a query sent in the very moment a connection closes fails, and the next connection is not affected', async () => {
  const { sql, sockets } = dialling()
  await one(sql)
  const asked = await new Promise<unknown>((resolve) =>
    // Node closes destroyed sockets before it handles what is written in this turn.
    setImmediate(() => {
      sockets.at(-1)?.destroy()
      one(sql).then(resolve, resolve)
    }),
  )
  expect(asked).toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await one(sql)).toEqual([{ one: 1 }])
})

const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
/** The result of each promise, or the code it was rejected with. */
const ends = (asked: readonly Promise<unknown>[]) =>
  Promise.all(asked.map((one) => one.catch((error: unknown) => (error as { code?: string }).code ?? String(error))))

test('a query sent between the error of a connection and its end is answered by the next connection', async () => {
  const { sql, sockets } = dialling()
  await one(sql)
  const asked = new Promise<unknown>((resolve) => sockets[0]?.once('error', () => one(sql).then(resolve, resolve)))
  sockets[0]?.destroy(reset())
  expect(await asked).toEqual([{ one: 1 }])
  expect(await one(sql)).toEqual([{ one: 1 }])
  expect(sockets).toHaveLength(2)
})

test('queries in flight on a connection that fails are refused, and so are those sent after them', async () => {
  const { sql, sockets } = dialling()
  await one(sql)
  const sleep = (seconds: number) => sql`select 'under way', pg_sleep(${seconds})`
  // Prepared: only then are others sent behind it.
  await sleep(0)
  const refused = ends([sleep(60), one(sql), one(sql)])
  await underWay('under way')
  const later = new Promise<unknown[]>((resolve) => sockets[0]?.once('error', () => resolve(ends([one(sql), one(sql)]))))
  sockets[0]?.destroy(reset())
  expect(await refused).toEqual(['ECONNRESET', 'ECONNRESET', 'ECONNRESET'])
  expect(await later).toEqual([[{ one: 1 }], [{ one: 1 }]])
})

test('a transaction accepts no query between the error of its connection and its end', async () => {
  const { sql, sockets } = dialling()
  const asked: Promise<unknown[]>[] = []
  const transaction = sql.begin(async (tx) => {
    await tx`select 1`
    sockets[0]?.once('error', () => asked.push(ends([tx`select 2`, tx`select 3`, tx`select 4`])))
    sockets[0]?.destroy(reset())
    await new Promise((resolve) => sockets[0]?.once('close', resolve))
  })
  await expect(transaction).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await asked[0]).toEqual(Array(3).fill('CONNECTION_CLOSED'))
  const own = await sql.reserve()
  sockets[1]?.once('error', () => asked.push(ends([own`select 5`, own`select 6`, own`select 7`])))
  sockets[1]?.destroy(reset())
  await new Promise((resolve) => sockets[1]?.once('close', resolve))
  expect(await asked[1]).toEqual(Array(3).fill('CONNECTION_CLOSED'))
  own.release()
  expect(await one(sql)).toEqual([{ one: 1 }])
})

test('a connection that breaks while it opens refuses its query, ends no process, and the next query opens another', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  for (const error of [undefined, reset()]) {
    const { sql, sockets } = dialling({
      dialled: (socket, number) => {
        const write = socket.write.bind(socket) as (...about: unknown[]) => boolean
        // The first connection breaks when the driver queries the types of arrays, which it does on its own.
        const written = (...about: unknown[]) =>
          number === 1 && String(about[0]).includes('typarray') ? !socket.destroy(error) : write(...about)
        Object.assign(socket, { write: written })
      },
    })
    await expect(one(sql)).rejects.toMatchObject({ code: error?.code ?? 'CONNECTION_CLOSED' })
    expect(await one(sql)).toEqual([{ one: 1 }])
    expect(sockets).toHaveLength(2)
  }
  expect(unhandled).toEqual([])
})

test('a query cancelled while its connection opens takes no connection out of use', async () => {
  const { promise: held, resolve: hold } = Promise.withResolvers<() => void>()
  const { sql, sockets } = dialling({
    dialled: (socket) => {
      const write = socket.write.bind(socket) as (...about: unknown[]) => boolean
      // The last query the driver itself makes on a new connection waits until the test releases it.
      const written = (...about: unknown[]) => {
        if (!String(about[0]).includes('typarray')) return write(...about)
        hold(() => write(...about))
        return true
      }
      Object.assign(socket, { write: written })
    },
  })
  const query = one(sql)
  const asked = ends([query])
  const release = await held
  query.cancel()
  expect(await asked).toEqual(['57014'])
  release()
  expect(await one(sql)).toEqual([{ one: 1 }])
  expect(sockets).toHaveLength(1)
})

test('an error that ended a connection is not reported to the first query on the next one', async () => {
  const { sql } = await cuttable(1)
  const ended = expect(sql`select 'ended', pg_sleep(60)`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await underWay('ended')
  await watcher.sql`select pg_terminate_backend(pid) from pg_stat_activity where query like ${"select 'ended'%"} and pid <> pg_backend_pid()`
  await ended
  expect(await one(sql)).toEqual([{ one: 1 }])
})

test('a caller that waits for a reserved connection while the others break gets the next one', async () => {
  const { sql, sockets } = dialling()
  await one(sql)
  const busy = ends([sql`select 'busy', pg_sleep(60)`])
  await underWay('busy')
  // A query behind a sleeping one goes to the same connection, so the reserved one waits.
  const reserved = sql.reserve()
  sockets[0]?.destroy()
  expect(await busy).toEqual(['CONNECTION_CLOSED'])
  const own = await reserved
  expect(await own`select 1 as one`).toEqual([{ one: 1 }])
  own.release()
  expect(await one(sql)).toEqual([{ one: 1 }])
})

test('a failed reservation takes no other connection out of use', async () => {
  const { sql } = dialling({
    max: 2,
    dialled: (socket, number) => {
      if (number === 2) socket.destroy(reset())
    },
  })
  await one(sql)
  const busy = ends([sql`select 'held', pg_sleep(${60})`])
  await underWay('held')
  await expect(sql.reserve()).rejects.toMatchObject({ code: 'ECONNRESET' })
  await watcher.sql`select pg_cancel_backend(pid) from pg_stat_activity where query like ${"select 'held'%"} and pid <> pg_backend_pid()`
  expect(await busy).toEqual(['57014'])
  expect(await one(sql)).toEqual([{ one: 1 }])
})

test('a database that hangs up at once makes the query fail, and is not dialled again and again', async () => {
  let calls = 0
  const server = createServer((socket) => {
    calls += 1
    socket.end()
  })
  const path = join(testFolder(), '.s.PGSQL.1')
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const { sql, close } = connect({ ...database, path }, 2)
  onTestFinished(async () => {
    await close()
    server.close()
  })
  expect(await ends([one(sql), one(sql), one(sql)])).toEqual(Array(3).fill('CONNECTION_CLOSED'))
  expect(calls).toBe(3)
})

test('each of several hosts is tried once for a query before it is refused', async () => {
  const calls: number[] = []
  const hosts = await Promise.all(
    [0, 1].map((number) =>
      listen(
        createServer((socket) => {
          calls.push(number)
          socket.resetAndDestroy()
        }),
      ),
    ),
  )
  const { sql } = connected(`postgres://backstall@${hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')}/backstall`, 1)
  await expect(one(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^(ECONNRESET|CONNECTION_CLOSED)$/) })
  expect(calls.sort()).toEqual([0, 1])
})

test('an idle connection keeps no memory of what it read for the last query', async () => {
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

test('a prepared statement goes on when its table has changed, and one that always fails is parsed once', async () => {
  const { sql } = connected(database, 1)
  await sql`create table changing (who text unique)`
  onTestFinished(async () => void (await watcher.sql`drop table changing`))
  const all = () => sql`select * from changing`
  const add = () => sql`insert into changing values ('Ida')`
  await add()
  expect(await all()).toEqual([{ who: 'Ida' }])
  await watcher.sql`alter table changing add column age int`
  expect(await all()).toEqual([{ who: 'Ida', age: null }])
  expect(await ends([add(), add(), add()])).toEqual(Array(3).fill('23505'))
  expect(await sql`select from pg_prepared_statements where statement like 'insert%'`).toHaveLength(1)
})

test('a row that cannot be taken fails its own query alone', async () => {
  const { sql } = connected(database, 1)
  const taken: object[] = []
  const rows = sql`select n from generate_series(1, 3) n`
  await rows.forEach((row) => void taken.push(row))
  expect(taken).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  const refuse = () => {
    throw new Error('No more.')
  }
  await expect(sql`select n from generate_series(1, 3) n`.forEach(refuse)).rejects.toThrow('No more.')
  expect(await one(sql)).toEqual([{ one: 1 }])
})

test('a transaction that begins behind other queries has its connection to itself, and what others write meanwhile is saved', async () => {
  const { sql } = connected(database, 2)
  await sql`create table if not exists beside (who text)`
  onTestFinished(async () => void (await watcher.sql`drop table beside`))
  const write = (who: string) => sql`insert into beside values (${who})`.then()
  // Prepared on both connections: only then are they pipelined.
  await Promise.all(Array.from({ length: 20 }, () => write('prepared')))
  const asked = Array.from({ length: 60 }, (_, at) =>
    at % 6 > 3 ? sql.begin((tx) => tx`insert into beside values ('within')`) : write('beside'),
  )
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  const kept = await watcher.sql<{ who: string; times: number }[]>`select who, count(*)::int as times from beside group by who order by who`
  expect(kept).toEqual([
    { who: 'beside', times: 40 },
    { who: 'prepared', times: 20 },
    { who: 'within', times: 20 },
  ])
})

test('no session lets PostgreSQL compile statements, whatever the server is set to', async () => {
  const { sql } = connected(database, 1)
  expect(await sql`select setting, source from pg_settings where name = 'jit'`).toEqual([{ setting: 'off', source: 'session' }])
})
