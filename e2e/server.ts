import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.ts'
import { connect, runningDatabase, type Sql } from '../scripts/running-database.ts'

export const supportEmail = 'support@example.com'
export const adminPassword = 'a long walk by the river'
const sessionSecret = 'a secret of the journeys, long enough to be one'

/** A Backstall with data of its own, as an operator would run it. */
export type Backstall = {
  url: string
  dataDir: string
  start: () => Promise<void>
  kill: () => Promise<void>
  stop: () => Promise<void>
  /** Works on the database directly, for data that would take too long to make on the screens. */
  inDatabase: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>
  /** The cookie of the session with this token, signed as sign-in does. */
  cookieOf: (token: string) => { name: string; value: string }
}

/** Waits until it logs that it is ready: polling takes as much time as the start itself. */
function ready(started: ChildProcess, log: () => string): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    started.stdout?.on('data', (text: string) => {
      output += text
      if (output.includes('Backstall is ready on')) resolve()
    })
    started.once('close', () => reject(new Error(`Backstall ended while starting:\n${log()}`)))
  })
}

/**
 * Prepares a Backstall on empty data; after `kill`, `start` reuses the same data and port. `root` is the folder of the build, `more` are further
 * variables.
 */
export async function newBackstall(root = '.', more: Record<string, string> = {}): Promise<Backstall> {
  const dataDir = mkdtempSync(join(tmpdir(), 'backstall-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    ADMIN_PASSWORD: adminPassword,
    SUPPORT_EMAIL: supportEmail,
    SESSION_SECRET: sessionSecret,
    TIME_ZONE: 'Europe/Vienna',
    ...more,
  }
  let child: ChildProcess | null = null
  let log = ''

  // Kept open: finding the database and connecting starts three processes.
  let connection: ReturnType<typeof connect> | null = null
  const inDatabase: Backstall['inDatabase'] = async (work) => {
    if (!connection) {
      const address = await runningDatabase(dataDir)
      connection ??= connect(address, 1)
    }
    return await work(connection.sql)
  }
  const ended = async (signal: NodeJS.Signals) => {
    const open = connection
    connection = null
    await open?.close()
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  return {
    url,
    dataDir,
    cookieOf: (token) => {
      const signature = createHmac('sha256', sessionSecret).update(token).digest('base64')
      return { name: 'backstall.session_token', value: encodeURIComponent(`${token}.${signature}`) }
    },
    start: async () => {
      const started = spawn('node_modules/.bin/node', [join(root, 'dist/server/main.js')], {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      for (const stream of [started.stdout, started.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (log += text))
      await ready(started, () => log)
    },
    kill: () => ended('SIGKILL'),
    inDatabase,
    stop: async () => {
      await ended('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
