import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { type Connections, connect } from '#server/platform/database/database.ts'
import { findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { databaseUser } from '#server/platform/database/embedded/make-database.ts'
import { openPlace, type Place } from '#server/platform/database/embedded/place.ts'
import { run } from '#server/platform/database/embedded/run-as.ts'
import { freePort } from '#server/testing/free-port.ts'
import { testFolder } from '#server/testing/worker.ts'

type Server = { place: Place; port: number; url: string }

/** A PostgreSQL over TCP with a standby to which it replicates synchronously, as an operator of several nodes has it. */
export type ReplicatedDatabase = {
  /** For `DATABASE_URL`: both hosts. */
  url: string
  /** The one that accepts writes. */
  primary: () => Connections
  /** Kills the primary with all its processes; without it no write is acknowledged. */
  killPrimary: () => void
  /** Makes the standby the primary. */
  promote: () => Promise<void>
  /** Makes the former primary, emptied, the standby of the present one, and waits until writes wait for it. */
  returnAsStandby: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a server with these settings, and waits until it accepts connections, of a standby those that read. */
function startServer({ place, port }: Server, more: Record<string, string> = {}): void {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: place.sockets,
    hba_file: `${place.log}.access`,
    max_connections: 200,
    fsync: 'off',
    wal_level: 'replica',
    max_wal_senders: 4,
    wal_keep_size: '256MB',
    ...more,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  writeFileSync(join(place.cluster, 'postgresql.conf'), lines.join(''))
  writeFileSync(`${place.log}.access`, 'host all,replication all 127.0.0.1/32 scram-sha-256\n', { mode: 0o644 })
  control(place, 'start')
}

/** PostgreSQL's own program: Backstall's start rewrites the settings, and knows no standby. */
function control({ runAs, binaries, cluster, log }: Place, ...what: string[]): void {
  const { status, output } = run(runAs, [...runAs.prefix, join(binaries, 'bin/pg_ctl'), '-D', cluster, '-l', log, '-w', ...what])
  if (status !== 0) throw new Error(`${output}\n${readFileSync(log, 'utf8')}`)
}

export async function openReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const first = openPlace(testFolder(), findBinaries())
  const second = testFolder()
  const urlOf = (hosts: string) => `postgres://${databaseUser}:${first.password}@${hosts}/postgres`
  const server = async (place: Place): Promise<Server> => {
    const port = await freePort()
    return { place, port, url: urlOf(`127.0.0.1:${port}`) }
  }
  mkdirSync(join(second, 'socket'), { mode: 0o700 })
  const copy = { cluster: join(second, 'cluster'), sockets: join(second, 'socket'), log: join(second, 'log') }
  let [primary, standby] = [await server(first), await server({ ...first, ...copy })]
  startServer(primary)
  let connections = connect(primary.url, 2)

  /** Copies the files of the running primary to the standby, as a base backup does. PostgreSQL's npm packages have no pg_basebackup. */
  async function copyFiles(): Promise<void> {
    const { sql, close } = connect(primary.url, 1)
    rmSync(standby.place.cluster, { recursive: true, force: true })
    await sql`select pg_backup_start('standby', true)`
    // Files that vanish meanwhile are no loss: the log of the backup makes up for them.
    execFileSync('sh', ['-c', 'cp -a "$0" "$1" || true', primary.place.cluster, standby.place.cluster], { stdio: 'ignore' })
    const [row] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`
    await close()
    writeFileSync(join(standby.place.cluster, 'backup_label'), row?.label ?? '')
    writeFileSync(join(standby.place.cluster, 'standby.signal'), '')
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(standby.place.cluster, name), { force: true })
    // The lock of a killed server holds as long as nothing has collected its process.
    for (const name of readdirSync(standby.place.sockets)) rmSync(join(standby.place.sockets, name))
  }

  async function attachStandby(): Promise<void> {
    await copyFiles()
    startServer(standby, { primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${databaseUser} password=${first.password}` })
    await connections.sql.unsafe(`alter system set synchronous_standby_names = '*'`)
    await connections.sql`select pg_reload_conf()`
    await vi.waitFor(async () => {
      const rows = await connections.sql`select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`
      if (rows.length !== 1) throw new Error('The standby is not synchronous yet.')
    }, 60_000)
  }
  await attachStandby()

  return {
    url: `${urlOf([primary, standby].map(({ port }) => `127.0.0.1:${port}`).join())}?target_session_attrs=read-write`,
    primary: () => connections,
    killPrimary: () => {
      const pid = Number(readFileSync(join(primary.place.cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
      // Stopped first, so that all end at once, as in a power cut. A backend that outlives the postmaster for some milliseconds
      // shows others what the standby has not received.
      process.kill(pid, 'SIGSTOP')
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
      for (const child of children) process.kill(child, 'SIGSTOP')
      for (const each of [pid, ...children]) process.kill(each, 'SIGKILL')
    },
    promote: async () => {
      const promoted = connect(standby.url, 2)
      await promoted.sql`select pg_promote()`
      void connections.close()
      ;[primary, standby, connections] = [standby, primary, promoted]
    },
    returnAsStandby: attachStandby,
    stop: async () => {
      await connections.close()
      for (const { place } of [primary, standby]) control(place, '-m', 'immediate', 'stop')
    },
  }
}
