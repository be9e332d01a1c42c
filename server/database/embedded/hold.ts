import { setTimeout as wait } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import type { SocketAddress } from '#server/database/database.ts'
import { StartError } from '#server/start-error.ts'

const holdLock = 7_239_184_502
const attempts = 10
const betweenMs = 50

/** The hold of one Backstall on its data folder: a lock that lives exactly as long as this process and its database connection. */
export type Hold = { release: () => Promise<void> }

/**
 * Takes the hold, or throws `StartError` saying who has it: the process, its address, since when.
 * `onLost` is called when the connection ends without us, which means that the database went away.
 */
export async function takeHold(database: SocketAddress, address: string, onLost: () => void): Promise<Hold> {
  let released = false
  const sql = postgres({
    ...database,
    max: 1,
    max_lifetime: null,
    connection: { application_name: `backstall ${process.pid} ${address}`.slice(0, 63) },
    onclose: () => {
      if (!released) onLost()
    },
    onnotice: () => {},
  })
  const release = async () => {
    released = true
    await sql.end({ timeout: 1 })
  }
  try {
    await lock(sql)
    return { release }
  } catch (error) {
    await release()
    throw error
  }
}

async function lock(sql: Sql): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${holdLock}) as taken`
    if (row?.taken) return
    await wait(betweenMs)
  }
  throw new StartError(await whoHolds(sql))
}

async function whoHolds(sql: Sql): Promise<string> {
  const [holder] = await sql<{ name: string; since: string }[]>`
    select a.application_name as name, to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and ((l.classid::bigint << 32) | l.objid::bigint) = ${holdLock}`
  const [, pid = '?', address = '?'] = holder?.name.split(' ') ?? []
  return `Another Backstall holds this data folder: process ${pid}, at ${address}, since ${holder?.since ?? '?'} UTC. Stop it first, or choose another DATA_DIR.`
}
