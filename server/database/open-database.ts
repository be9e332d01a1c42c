import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import { type Address, connect } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/embedded/embedded.ts'
import { StartError } from '#server/start-error.ts'

type Wanted = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool' | 'host' | 'port'>
type About = { log: (line: string) => void; onLost: (reason: unknown) => void; ending?: AbortSignal | undefined }

const oldest = 15
const patienceMs = 30_000
const betweenMs = 500
/** Not there yet, or not taking connections yet: worth waiting for, as databases are often started together with what uses them. */
const notYet = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|CONNECT_TIMEOUT|57P03|53300)$/

/** The database of DATABASE_URL, or the embedded one of the data folder. `stop` leaves the former alone and ends the latter. */
export async function openDatabase(
  config: Wanted,
  { log, onLost, ending }: About,
): Promise<{ address: Address; stop: () => Promise<void> }> {
  const { databaseUrl, dataDir, databasePool, host, port } = config
  if (!databaseUrl) return openEmbedded({ dataDir, connections: databasePool, address: `${host}:${port}`, log, onLost, ending })
  await reach(databaseUrl, log)
  return { address: databaseUrl, stop: async () => {} }
}

async function reach(url: string, log: (line: string) => void): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (let first = true; ; first = false) {
    const problem = await versionProblem(url)
    if (!problem) return
    if (!notYet.test(problem.code) || Date.now() > deadline)
      throw new StartError(`The database of DATABASE_URL cannot be used: ${problem.text}`)
    if (first) log(`Waiting for the database of DATABASE_URL (${problem.text}).`)
    await wait(betweenMs)
  }
}

/** Why this database will not do, or null. */
async function versionProblem(url: string): Promise<{ code: string; text: string } | null> {
  const { sql, close } = connect(url, 1)
  try {
    const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int / 10000 as version`
    if (row && row.version >= oldest) return null
    return { code: 'too-old', text: `it is PostgreSQL ${row?.version}; at least ${oldest} is needed.` }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { code, text: error instanceof Error && error.message ? error.message : code }
  } finally {
    await close()
  }
}
