import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '#server/platform/config.ts'
import { type Address, connect, type Sql } from '#server/platform/database/database.ts'
import { openEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { StartError } from '#server/platform/start-error.ts'

type Wanted = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool' | 'host' | 'port'>
type About = { log: (line: string) => void; onLost: (reason: unknown) => void; ending?: AbortSignal | undefined }

const oldest = 15
const pooled =
  'it is behind a pooler that gives each transaction another session of PostgreSQL (such as PgBouncer with pool_mode=transaction). ' +
  'Backstall keeps locks, prepared statements and LISTEN in its sessions. Connect to PostgreSQL itself, or set pool_mode=session.'
const readOnly = {
  code: '25006',
  text: 'it is read-only, as a standby is. Name the primary, or several hosts with target_session_attrs=read-write.',
}
const patienceMs = 30_000
const betweenMs = 500
/**
 * Codes of a database that is not up or not accepting connections yet. We wait for it, because it is often started together with Backstall.
 */
const notYet =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|57P0[1-3]|53300|no-primary)$/

/** The database of DATABASE_URL, or the embedded one of the data folder. `stop` ends only the embedded one. */
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
    const problem = await problemOf(url)
    if (!problem) return
    const isAwaited = notYet.test(problem.code)
    // A connection that breaks off says nothing about its reason.
    const lasting = !isAwaited && problem.code !== 'CONNECTION_CLOSED'
    if (!isAwaited || Date.now() > deadline)
      throw new StartError(`The database of DATABASE_URL cannot be used: ${problem.text}`, { lasting })
    if (first) log(`Waiting for the database of DATABASE_URL (${problem.text}).`)
    await wait(betweenMs)
  }
}

/** The reason why this database cannot be used, or null. */
export async function problemOf(url: string): Promise<{ code: string; text: string } | null> {
  await using one = connect(url, 1)
  await using other = connect(url, 1)
  try {
    const [row] = await one.sql.unsafe<{ version: number; isReadOnly: boolean }[]>(
      `select current_setting('server_version_num')::int / 10000 as version, current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    )
    if (!row || row.version < oldest) return { code: 'too-old', text: `it is PostgreSQL ${row?.version}; at least ${oldest} is needed.` }
    if (row.isReadOnly) return readOnly
    return (await shareSessions(one.sql, other.sql)) ? { code: 'pooled', text: pooled } : null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // Several hosts, of which none accepts writes at present: a fail-over may be under way.
    if (code === readOnly.code) return { ...readOnly, code: 'no-primary' }
    return { code, text: error instanceof Error && error.message ? error.message : code }
  }
}

/**
 * Whether two connections share sessions of PostgreSQL: behind a pooler that gives each transaction a session, one sees the other's session
 * setting, or loses its own. Checked in turns, because such a pooler hands out the session used last, or the one used longest ago. No
 * prepared statements here: some of these poolers refuse them.
 */
export async function shareSessions(one: Sql, other: Sql): Promise<boolean> {
  const sides = [one, other].map((sql) => ({ sql, mark: randomUUID() }))
  for (const { sql, mark } of sides) await sql.unsafe(`select set_config('backstall.session', '${mark}', false)`)
  for (const { sql, mark } of [...sides, ...sides]) {
    const [row] = await sql.unsafe<{ mark: string | null }[]>(`select current_setting('backstall.session', true) as mark`)
    if (row?.mark !== mark) return true
  }
  return false
}
