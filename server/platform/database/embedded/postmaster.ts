import { type ChildProcess, spawn } from 'node:child_process'
import { appendFile, closeSync, openSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { environmentOfPrograms } from '#server/platform/config.ts'
import { StartError } from '#server/platform/start-error.ts'
import { access, configuration } from './configuration.ts'
import { isAlive } from './is-alive.ts'
import type { Place } from './place.ts'

/** The running server as described by its postmaster.pid. */
export type Postmaster = { pid: number; socket: string; ready: boolean; stopping: boolean }

const port = 5432
const pollMs = 5
const startMs = 120_000
const stopMs = 60_000

/** The live server of a place, or null. The file of a dead server does not count, nor one whose pid now belongs to another process. */
export async function findPostmaster(place: Place): Promise<Postmaster | null> {
  const lines = readPidFile(place)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  const socket = join(lines[4] || place.sockets, `.s.PGSQL.${lines[3] || port}`)
  const alive = isServerOf(place, pid) || (await answers(socket))
  const status = lines[7]?.trim()
  return alive ? { pid, socket, ready: status === 'ready', stopping: status === 'stopping' } : null
}

const readPidFile = (place: Place): string[] => readParts(join(place.cluster, 'postmaster.pid'), '\n')

/** The parts of a text file; none if it cannot be read. */
function readParts(file: string, between: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(between)
  } catch {
    return []
  }
}

/** True if this pid runs, and runs this very database as far as the system shows. */
function isServerOf(place: Place, pid: number): boolean {
  return isAlive(pid) && (process.platform !== 'linux' || readParts(`/proc/${pid}/cmdline`, '\0').includes(place.cluster))
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket)
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false))
    probe.once('connect', () => probe.destroy())
  })
}

/**
 * Makes sure that the server of a place runs and accepts connections: uses one that runs already, and starts one again that is just
 * stopping. `settings` override the usual ones. Throws the reason of `ending` when that is aborted.
 */
export async function startPostmaster(place: Place, settings: Record<string, string> = {}, ending?: AbortSignal): Promise<Postmaster> {
  let child: ChildProcess | null = null
  const deadline = Date.now() + startMs
  while (Date.now() < deadline) {
    const found = await findPostmaster(place)
    if (found?.ready) return found
    if (ending?.aborted) child?.kill('SIGINT')
    ending?.throwIfAborted()
    if (found) hurry(place, found)
    // Our server ended and there is no other. If another start had been faster, its server would have been found.
    else if (child && hasEnded(child)) throw new StartError(lastLogLines(place), { lasting: false })
    else child ??= launch(place, settings)
    await wait(pollMs)
  }
  throw new StartError(`The embedded database did not become ready in ${startMs / 1000} seconds; its log is ${place.log}.`, {
    lasting: false,
  })
}

/** True for a start that failed only because processes of the former server have not ended yet; they soon do. */
export const isStillInUse = (error: unknown): boolean =>
  error instanceof StartError && error.message.includes('pre-existing shared memory block')

/**
 * After SIGTERM a server waits for all its clients to leave, and accepts no new ones. Backstall keeps its connections, so it would wait
 * forever: SIGINT ends it now, and it can be started again.
 */
export async function hurryShutdown(place: Place): Promise<void> {
  const found = await findPostmaster(place)
  if (found) hurry(place, found)
}

function hurry(place: Place, { pid, stopping }: Postmaster): void {
  if (stopping && isServerOf(place, pid)) interrupt(pid)
}

function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // The process has ended meanwhile.
  }
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess) => !pid || exitCode !== null || signalCode !== null

function launch(place: Place, settings: Record<string, string>): ChildProcess {
  for (const file of [join(place.cluster, 'postmaster.pid'), join(place.sockets, `.s.PGSQL.${port}.lock`)]) removeStale(place, file)
  overwrite(join(place.cluster, 'postgresql.conf'), configuration)
  overwrite(join(place.cluster, 'pg_hba.conf'), access)
  const log = openSync(place.log, sizeOf(place.log) > 10 * 1024 * 1024 ? 'w' : 'a', 0o600)
  const given = Object.entries({ unix_socket_directories: place.sockets, port: String(port), ...settings })
  const command = [...place.runAs.prefix, join(place.binaries, 'bin/postgres'), '-D', place.cluster]
  const [program = '', ...rest] = [...command, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const { uid, gid } = place.runAs
  const ids = uid === undefined || gid === undefined ? {} : { uid, gid }
  // Detached: it outlives this process if that is killed, and the next start finds it again.
  const child = spawn(program, rest, { ...ids, cwd: '/', env: environmentOfPrograms(), detached: true, stdio: ['ignore', log, log] })
  // On a full disk the line is lost; the failed start is reported either way.
  child.once('error', (error) => appendFile(place.log, `${error.message}\n`, () => {}))
  child.unref()
  closeSync(log)
  return child
}

/**
 * PostgreSQL removes the lock file of a dead server itself, but refuses to start while its pid belongs to another process, or to a zombie,
 * as in a container whose first process does not reap.
 */
function removeStale(place: Place, file: string): void {
  const pid = Number(readParts(file, '\n')[0])
  if (pid > 0 && isAlive(pid) && !isServerOf(place, pid)) rmSync(file, { force: true })
}

/** Keeps the file's owner, which may be another account. */
function overwrite(file: string, content: string): void {
  if (readFileSync(file, 'utf8') !== content) writeFileSync(file, content)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function lastLogLines(place: Place): string {
  const log = readFileSync(place.log, 'utf8').trim().split('\n').slice(-5).join('\n')
  return `The embedded database did not start. Its log (${place.log}) ends with:\n${log}`
}

/**
 * False if a server that is still running was started from programs that were removed or replaced since: it could no longer load its
 * libraries.
 */
export function runsTheseBinaries(place: Place, { pid }: Postmaster): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === realpathSync(join(place.binaries, 'bin/postgres'))
  } catch {
    return true
  }
}

/** Stops the server cleanly: open transactions are rolled back, everything is written, nothing needs recovery. */
export async function stopPostmaster(place: Place): Promise<void> {
  const found = await findPostmaster(place)
  // A server that only answers runs outside our view (another container), and is not stopped from here.
  if (!found || !isServerOf(place, found.pid)) return
  interrupt(found.pid)
  const deadline = Date.now() + stopMs
  while (Date.now() < deadline && Number(readPidFile(place)[0]) === found.pid && (await findPostmaster(place))) await wait(pollMs)
}
