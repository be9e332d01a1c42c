import postgres, { type Sql } from 'postgres'
import { runningDatabase } from '../scripts/running-database.ts'
import { type Backstall, signIn, startBackstall } from './backstall.ts'
import { makeFloorSchema } from './floor/schema.ts'
import { type Floor, startFloor } from './floor/start-floor.ts'
import { seedBackstall, seedFloor } from './seed.ts'

export const floorToken = 'floor-session-token'

/** Both servers on one database server, filled with the same products. */
export type Stage = AsyncDisposable & {
  dataDir: string
  backstall: Backstall
  cookie: string
  floor: Floor
  sql: Record<'backstall' | 'floor', Sql>
}

const options = { max: 2, onnotice: () => {} }

/** A direct connection to the database of a running Backstall. */
export async function connectTo(dataDir: string): Promise<Sql & AsyncDisposable> {
  const sql = postgres({ ...options, ...(await runningDatabase(dataDir)) })
  return Object.assign(sql, { [Symbol.asyncDispose]: () => sql.end() })
}

/** Runs a function with a server that has just been started on this data, and ends the server. */
export async function onceStarted<Result>(dataDir: string, work: (backstall: Backstall, sql: Sql) => Promise<Result>): Promise<Result> {
  await using backstall = await startBackstall(dataDir)
  await using sql = await connectTo(dataDir)
  return await work(backstall, sql)
}

/** Starts Backstall on empty data, then the floor on its own database in the same embedded PostgreSQL, `fsync` on for both. */
export async function openStage(dataDir: string): Promise<Stage> {
  await using opened = new AsyncDisposableStack()
  const backstall = opened.use(await startBackstall(dataDir))
  const address = await runningDatabase(dataDir)
  const database = opened.use(await connectTo(dataDir))
  await database`create database floor`
  const ground = opened.adopt(postgres({ ...options, ...address, database: 'floor' }), (sql) => sql.end())
  await makeFloorSchema(ground)
  await seedFloor(ground, floorToken)
  await seedBackstall(database)
  const floor = opened.adopt(await startFloor({ ...address, database: 'floor' }), ({ stop }) => stop())
  const cookie = await signIn(backstall)
  const all = opened.move()
  return { dataDir, backstall, cookie, floor, sql: { backstall: database, floor: ground }, [Symbol.asyncDispose]: () => all.disposeAsync() }
}
