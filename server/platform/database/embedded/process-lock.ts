import { setTimeout as wait } from 'node:timers/promises'
import type { SocketAddress } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import { openSql, type Sql } from '#server/platform/database/sql.ts'
import { hostsOf } from '#server/platform/database-address.ts'
import { StartError } from '#server/platform/start-error.ts'

const lockNumber = locks.processLock
const attempts = 10
const betweenMs = 50

/** Codes of a server that is being started or restarted. */
const notYet = /^(57P0[1-3]|ECONN\w+|EPIPE|CONNECTION_\w+)$/
const patienceMs = 30_000

/** True for an error of a server that is being started or restarted, or has just ended. */
export const isNotReady = (error: unknown): boolean => notYet.test(codeOf(error))

/** Another Backstall has the process lock. */
export class LockedByAnother extends StartError {
  override readonly lasting = false
}

/** The lock of one Backstall on its data folder. It lasts exactly as long as this process and its database connection. */
export type ProcessLock = { release: () => Promise<void> }

/**
 * Takes the process lock, or throws `LockedByAnother` with the process, address and start of its holder. `onLost` is called when the
 * connection ends unexpectedly, which means that the database is gone. Waits up to `waitMs` for a database that accepts no connections.
 */
export async function takeProcessLock(
  database: SocketAddress,
  address: string,
  onLost: () => void,
  waitMs = patienceMs,
): Promise<ProcessLock> {
  let isLocked = false
  const sql = openSql({
    ...hostsOf(database),
    name: `backstall ${process.pid} ${address}`.slice(0, 63),
    max: 1,
    lifetimeMs: Number.POSITIVE_INFINITY,
    onLost: () => {
      if (!isLocked) return
      isLocked = false
      sql.end({ timeout: 0 }).then(onLost, onLost)
    },
  })
  const release = async () => {
    isLocked = false
    await sql.end({ timeout: 1 })
  }
  try {
    await lock(sql, Date.now() + waitMs)
    isLocked = true
    return { release }
  } catch (error) {
    await release()
    throw error
  }
}

async function lock(sql: Sql, deadline: number): Promise<void> {
  for (let refused = 0; refused < attempts; ) {
    const taken = await tryLock(sql).catch((error: unknown) => {
      if (!isNotReady(error) || Date.now() > deadline) throw error
      return null
    })
    if (taken) return
    if (taken === false) refused += 1
    await wait(betweenMs)
  }
  throw new LockedByAnother(await holderOf(sql))
}

async function tryLock(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${lockNumber}) as taken`
  return row?.taken ?? false
}

async function holderOf(sql: Sql): Promise<string> {
  const [holder] = await sql<{ name: string; since: string }[]>`
    select a.application_name as name, to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and ((l.classid::bigint << 32) | l.objid::bigint) = ${lockNumber}`
  const [, pid = '?', address = '?'] = holder?.name.split(' ') ?? []
  return `Another Backstall holds this data folder: process ${pid}, at ${address}, since ${holder?.since ?? '?'} UTC. Stop it first, or choose another DATA_DIR.`
}
