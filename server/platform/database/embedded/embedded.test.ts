import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { connect, type Sql } from '#server/platform/database/database.ts'
import { testFolder } from '#server/testing/worker.ts'
import { findBinaries } from './binaries.ts'
import { addressOf, type Embedded, openEmbedded } from './embedded.ts'
import { openPlace } from './place.ts'
import { startPostmaster } from './postmaster.ts'

const dataDir = testFolder()
const log = vi.fn()
const again = 'The embedded database is there again.'

async function open(folder = dataDir, ending?: AbortSignal): Promise<Embedded> {
  const onLost = (reason: unknown) => expect.unreachable(String(reason))
  const embedded = await openEmbedded({ dataDir: folder, connections: 10, address: '127.0.0.1:3000', log, onLost, ending })
  onTestFinished(embedded.stop)
  return embedded
}

function connected({ address }: Embedded) {
  const connections = connect(address, 2)
  onTestFinished(connections.close)
  return connections.sql
}

const lines = (pid: number, folder: string) => `${pid}\n${folder}/database/cluster\n1\n5432\n${folder}/database/socket\n\n\nready   \n`

it('writes every commit to the disk, listens on no network and requires the password', async () => {
  const embedded = await open()
  const settings = await connected(embedded)`select name, setting from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'data_checksums') order by name`
  expect(settings.map(({ name, setting }) => `${name}: ${setting}`)).toEqual([
    'data_checksums: on',
    'fsync: on',
    'full_page_writes: on',
    'listen_addresses: ',
    'synchronous_commit: on',
  ])
  const stranger = connect({ ...embedded.address, password: 'guessed' }, 1)
  await expect(stranger.sql`select 1`).rejects.toThrow('password authentication failed')
  await stranger.close()
  expect(lstatSync(dirname(embedded.address.path)).mode & 0o777).toBe(0o700)
})

it('sorts and compares text the same on every machine', async () => {
  const sql = connected(await open())
  const [row] = await sql`select lower('ÄÖÉ') as lower, 'Ä' > 'Z' as "byCodePoint", 'Über' ~ '^\\w{4}$' as "knowsLetters"`
  expect(row).toEqual({ lower: 'äöé', byCodePoint: true, knowsLetters: true })
})

it('starts although the lock files of a killed server name a process that lives', async () => {
  await (await open()).stop()
  writeFileSync(join(dataDir, 'database/cluster/postmaster.pid'), lines(process.pid, dataDir))
  writeFileSync(join(dataDir, 'database/socket/.s.PGSQL.5432.lock'), lines(process.pid, dataDir))
  expect(await connected(await open())`select 1 as one`).toEqual([{ one: 1 }])
})

it('keeps the process lock when the server restarts its processes after one of them was killed', async () => {
  const embedded = await open()
  const sql = connected(embedded)
  const holder = () =>
    sql`select a.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid where l.locktype = 'advisory'`.catch(() => [])
  const [before] = await holder()
  process.kill(before?.pid, 'SIGKILL')
  await expect.poll(() => log.mock.lastCall?.[0], { timeout: 50_000 }).toBe(again)
  await expect.poll(async () => (await holder())[0]?.pid).toSatisfy((pid) => pid > 0 && pid !== before?.pid)
})

const postmasterOf = (folder: string) => Number(readFileSync(join(folder, 'database/cluster/postmaster.pid'), 'utf8').split('\n')[0])

it.each(['SIGKILL', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const)('is started again after %s from outside', async (signal) => {
  const sql = connected(await open())
  await sql`create table if not exists kept (signal text)`
  await sql`insert into kept values (${signal})`
  log.mockClear()
  const before = postmasterOf(dataDir)
  process.kill(before, signal)
  await expect.poll(() => log.mock.lastCall?.[0], { timeout: 50_000 }).toBe(again)
  expect(postmasterOf(dataDir)).not.toBe(before)
  expect(await sql`select from kept where signal = ${signal}`).toHaveLength(1)
})

/**
 * Kills the server of a folder while one of its processes cannot end, and so keeps their shared memory. Returns a function that lets it
 * end.
 */
async function killKeepingMemory(sql: Sql): Promise<() => void> {
  const [row] = await sql`select pg_backend_pid() as pid`
  process.kill(row?.pid, 'SIGSTOP')
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  return () => void process.kill(row?.pid, 'SIGKILL')
}

const attempts = () => readFileSync(join(dataDir, 'database/log'), 'utf8').split('pre-existing shared memory block').length - 1

it('is started again once the processes of the killed server have ended', async () => {
  const embedded = await open()
  const before = attempts()
  log.mockClear()
  const letEnd = await killKeepingMemory(connected(embedded))
  await expect.poll(attempts, { timeout: 50_000 }).toBeGreaterThan(before + 1)
  letEnd()
  await expect.poll(() => log.mock.lastCall?.[0], { timeout: 50_000 }).toBe(again)
  expect(await connected(embedded)`select 1 as one`).toEqual([{ one: 1 }])
})

it('waits at its first start, too, for the processes of a killed server', async () => {
  await (await open()).stop()
  const place = openPlace(dataDir, findBinaries())
  const { sql, close } = connect(addressOf(place, await startPostmaster(place)), 1)
  const before = attempts()
  const letEnd = await killKeepingMemory(sql)
  const opening = open()
  await expect.poll(attempts, { timeout: 50_000 }).toBeGreaterThan(before + 1)
  letEnd()
  expect(await connected(await opening)`select 1 as one`).toEqual([{ one: 1 }])
  await close()
})

it('is started anew if the server that was found ends before it answers', async () => {
  await (await open()).stop()
  const { socket } = await startPostmaster(openPlace(dataDir, findBinaries()))
  const before = postmasterOf(dataDir)
  const sockets = () => readFileSync('/proc/net/unix', 'utf8').split(socket).length
  const idle = sockets()
  process.kill(before, 'SIGSTOP')
  const opening = open()
  await expect.poll(sockets, { timeout: 50_000 }).toBeGreaterThan(idle)
  process.kill(before, 'SIGKILL')
  expect(await connected(await opening)`select 1 as one`).toEqual([{ one: 1 }])
  expect(postmasterOf(dataDir)).not.toBe(before)
})

it('is not started again while Backstall stops, whatever ends it', async () => {
  const ending = new AbortController()
  const { stop } = await open(dataDir, ending.signal)
  log.mockClear()
  ending.abort()
  process.kill(postmasterOf(dataDir), 'SIGINT')
  await expect.poll(() => existsSync(join(dataDir, 'database/cluster/postmaster.pid')), { timeout: 50_000 }).toBe(false)
  await stop()
  expect(existsSync(join(dataDir, 'database/cluster/postmaster.pid'))).toBe(false)
  expect(log).not.toHaveBeenCalled()
})

/** A disk of 160 MiB for a test, or null if this account may not mount one. */
function smallDisk(): string | null {
  const folder = testFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', folder])
  if (status !== 0) return null
  return folder
}
const disk = smallDisk()
// Lazily: a process of the database may still be ending there.
afterAll(() => disk !== null && void spawnSync('umount', ['--lazy', disk]))

// Not `skipIf`: a skipped test counts as a failure, and an account that may not mount a small disk cannot fill one.
if (disk)
  it('waits for room on a full disk, however long that takes, and loses nothing', { timeout: 400_000 }, async () => {
    const folder = disk
    const onLost = vi.fn()
    const embedded = await openEmbedded({ dataDir: folder, connections: 10, address: '127.0.0.1:3000', log, onLost })
    onTestFinished(embedded.stop)
    const sql = connected(embedded)
    await sql`create table kept as select 'acknowledged' as word`
    const fill = join(folder, 'fill')
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(fill, Buffer.alloc(bavail * bsize))
    // The write-ahead log needs another file and has no room: PostgreSQL ends, and cannot start.
    const writeLog = async () => {
      for (;;) await sql`select pg_logical_emit_message(true, '', repeat(md5(random()::text), 30000))`
    }
    await expect(writeLog()).rejects.toThrow()
    await expect
      .poll(() => log.mock.calls.flat())
      .toContain('The disk is full or almost full. The database starts again as soon as there is room.')
    // A whole day passes while the disk is full.
    const tomorrow = Date.now() + 24 * 3_600_000 - performance.now()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => tomorrow + performance.now())
    onTestFinished(() => clock.mockRestore())
    const failed = () => readFileSync(join(folder, 'database/log'), 'utf8').split('No space left on device').length
    const before = failed()
    // On a loaded processor, a start that fails takes half a minute.
    await expect.poll(failed, { timeout: 150_000 }).toBeGreaterThan(before + 1)
    expect(onLost).not.toHaveBeenCalled()
    expect(log.mock.lastCall?.[0]).not.toBe(again)
    rmSync(fill)
    await expect.poll(() => [log.mock.lastCall?.[0], ...onLost.mock.calls], { timeout: 150_000 }).toEqual([again])
    expect(await sql`select word from kept`).toEqual([{ word: 'acknowledged' }])
  })

it('finds a short path for its socket where the data folder has a long name, and removes it at the end', async () => {
  const folder = join(testFolder(), 'x'.repeat(120))
  mkdirSync(folder)
  const embedded = await open(folder)
  expect(await connected(embedded)`select 1 as one`).toEqual([{ one: 1 }])
  expect(Buffer.byteLength(embedded.address.path)).toBeLessThanOrEqual(107)
  await embedded.stop()
  expect(existsSync(dirname(embedded.address.path))).toBe(false)
})

it('makes the symbolic links of its package where install scripts may not run', () => {
  const native = findBinaries()
  const [{ target }] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  const link = join(native, '..', target)
  rmSync(link)
  findBinaries()
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(existsSync(link)).toBe(true)
})

it('removes what an interrupted first start left, but not what another start is still making', async () => {
  const folder = testFolder()
  const [left, ours, making] = [2 ** 30, process.pid, process.ppid].map((pid) => `database.${pid}.0123456789abcdef`)
  for (const name of [left, ours, making]) mkdirSync(join(folder, name ?? '', 'cluster'), { recursive: true })
  await open(folder)
  const there = readdirSync(folder).filter((name) => name.startsWith('database'))
  expect(there.toSorted()).toEqual(['database', making])
})
