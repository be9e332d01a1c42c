import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, inject, onTestFinished } from 'vitest'
import { readPlaceFile } from '#server/platform/database/embedded/place-file.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { testFolder } from './worker.ts'

/** A Backstall in a separate process, built as for operators: a start from its sources takes three times as long. */
export type Started = {
  /** Resolves with its address once it logs that it is ready; throws with its output if it ends instead. */
  ready: () => Promise<string>
  /** Resolves with the exit code when it has ended; null after a signal. */
  ended: Promise<number | null>
  output: () => string
  kill: (signal: NodeJS.Signals) => void
  /** Closes the reading end of its output. */
  stopReading: () => void
}

/** `log`: an open file for its output, instead of a pipe. `atEnd`: takes the work that ends it, instead of the test. */
type Options = { dataDir: string; env?: Record<string, string>; uid?: number; log?: number; atEnd?: (work: () => Promise<void>) => unknown }

/** Starts Backstall on a free port. It and the database of its folder end with the test. */
export function start({ dataDir, env = {}, uid, log, atEnd = onTestFinished }: Options): Started {
  const variables = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    PORT: '0',
    BENCH: '1',
    NODE_COMPILE_CACHE: join(inject('folder'), 'compiled'),
    ...env,
  }
  const account = uid === undefined ? {} : { uid, gid: uid }
  const stdio: StdioOptions = ['pipe', log ?? 'pipe', log ?? 'pipe']
  const child = spawn(process.execPath, [join(packageRoot, 'dist/server/main.js')], { ...account, cwd: '/', env: variables, stdio })
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
    for (const pid of databasesOf(dataDir)) killIfThere(pid)
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const stopReading = () => {
    for (const stream of [child.stdout, child.stderr]) stream?.destroy()
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    ready: () => readyAddress(child, () => printed),
    ended,
    output: () => printed,
    kill: (signal) => child.kill(signal),
    stopReading,
  }
}

/** Returns a `start` for all tests of a file or `describe`, which share a folder: what it starts, with the database, ends with that. */
export function openStarts(): typeof start {
  const ends: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends) await end()
  })
  return (options) => start({ ...options, atEnd: (end) => ends.push(end) })
}

/** The password of the first admin in an installed folder. */
export const adminPassword = 'a lantern in the fog'

let installed: Promise<string> | undefined

/** Runs a first start and stops it cleanly. */
async function install(): Promise<string> {
  const dataDir = freshFolder()
  const ends: (() => Promise<void>)[] = []
  const first = start({ dataDir, env: { ADMIN_PASSWORD: adminPassword }, atEnd: (end) => ends.push(end) })
  try {
    await first.ready()
    first.kill('SIGTERM')
    if ((await first.ended) !== 0) throw new Error(`The first start did not end cleanly:\n${first.output()}`)
    return dataDir
  } finally {
    for (const end of ends) await end()
  }
}

/** A folder that does not exist yet, for Backstall to make. */
export const freshFolder = (): string => join(testFolder(), 'data')

/** A data folder after a first start, for tests that are not about that: a copy takes a third of the time. */
export async function installedFolder(dataDir: string = freshFolder()): Promise<string> {
  installed ??= install()
  const made = await installed
  const placeFile = readPlaceFile(join(made, 'database'))
  if (placeFile.elsewhere) return dataDir
  // `cp`, because Node's copy does not preserve the owner.
  execFileSync('cp', ['-a', made, dataDir])
  writeFileSync(join(dataDir, 'database/place.json'), JSON.stringify({ ...placeFile, id: randomBytes(8).toString('hex') }))
  return dataDir
}

function readyAddress(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const check = () => {
      const [, address] = /Backstall is ready on (\S+)/.exec(printed()) ?? []
      if (address) resolve(address)
    }
    child.stdout?.on('data', check)
    child.once('close', () => reject(new Error(`Backstall ended before it was ready:\n${printed()}`)))
    check()
  })
}

/** The process may already have ended. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * The pids of the database servers that run on a data folder, as the system lists them. A connection's process that was just forked still
 * has its server's command line: a process whose parent is in the list is not a server.
 */
export function databasesOf(dataDir: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = pids.map(Number).filter((pid) => {
    const [program = '', flag, folder = ''] = readOf(pid, 'cmdline').split('\0')
    return program.endsWith('/postgres') && flag === '-D' && folder.startsWith(dataDir)
  })
  return found.filter((pid) => !found.includes(parentOf(pid)))
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readOf(pid, 'status'))?.[1])
}

/** What the system tells of a process; nothing once that has ended. */
export function readOf(pid: number, file: 'cmdline' | 'environ' | 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
