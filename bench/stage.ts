import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { runningDatabase } from '../scripts/running-database.ts'
import { type Backstall, signIn, startBackstall } from './backstall.ts'
import { makeFloorSchema } from './floor/schema.ts'
import { type Floor, startFloor } from './floor/start-floor.ts'
import { seedBackstall, seedFloor } from './seed.ts'

export const floorToken = 'floor-session-token'

/** Both servers on one database server, filled with the same products. */
export type Stage = {
  dataDir: string
  backstall: Backstall
  cookie: string
  floor: Floor
  sql: Record<'backstall' | 'floor', Sql>
  close: () => Promise<void>
}

const options = { max: 2, onnotice: () => {} }

/** A direct connection to the database of a running Backstall. */
export const connectTo = async (dataDir: string): Promise<Sql> => postgres({ ...options, ...(await runningDatabase(dataDir)) })

/** Runs a function with a server that has just been started on this data, and ends the server. */
export async function onceStarted<Result>(dataDir: string, work: (backstall: Backstall, sql: Sql) => Promise<Result>): Promise<Result> {
  const backstall = await startBackstall(dataDir)
  const sql = await connectTo(dataDir)
  try {
    return await work(backstall, sql)
  } finally {
    await sql.end()
    await backstall.stop()
  }
}

/** Starts Backstall on empty data, then the floor on its own database in the same embedded PostgreSQL, `fsync` on for both. */
export async function openStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'backstall-bench-'))
  const backstall = await startBackstall(dataDir)
  const address = await runningDatabase(dataDir)
  const database = await connectTo(dataDir)
  await database`create database floor`
  const ground = postgres({ ...options, ...address, database: 'floor' })
  await makeFloorSchema(ground)
  await seedFloor(ground, floorToken)
  await seedBackstall(database)
  const floor = await startFloor({ ...address, database: 'floor' })
  const cookie = await signIn(backstall)
  const close = async () => {
    await floor.stop()
    await Promise.all([database.end(), ground.end()])
    await backstall.stop()
  }
  return { dataDir, backstall, cookie, floor, sql: { backstall: database, floor: ground }, close }
}

/** Removes what a benchmark left on the disk. */
export const clear = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true })
