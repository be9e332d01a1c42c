import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { freePort } from '../scripts/free-port.ts'
import { requestBytes } from './load.ts'

export const supportEmail = 'support@example.com'
const adminPassword = 'a long walk by the river'

/** The built server as `npm start` runs it, on a data folder of the benchmark. */
export type Backstall = AsyncDisposable & { port: number; pid: number; stop: () => Promise<void> }

/** The options that `npm start` passes to Node, so that the benchmark measures the same configuration. */
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
const startFlags = scripts.start.match(/--max-\S+/g) ?? []

async function answers(address: string, headers: Record<string, string> = {}, body?: string): Promise<boolean> {
  try {
    return (await fetch(address, body === undefined ? { headers } : { method: 'POST', headers, body })).ok
  } catch {
    return false
  }
}

async function until(ready: () => Promise<boolean>, child: ChildProcess): Promise<void> {
  while (!(await ready())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('Backstall ended while starting; its words stand above.')
  }
}

/** Starts the built server and waits until it is ready. BENCH=1 lifts the counting limits and nothing else. */
export async function startBackstall(
  dataDir: string,
  ready?: (port: number) => Promise<boolean>,
  flags: string[] = [],
  more: Record<string, string> = {},
): Promise<Backstall> {
  const port = await freePort()
  const child = spawn(process.execPath, [...startFlags, ...flags, 'dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      BENCH: '1',
      SUPPORT_EMAIL: supportEmail,
      ADMIN_PASSWORD: adminPassword,
      ...more,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  await using started = new AsyncDisposableStack()
  started.defer(stop)
  await until(() => (ready ? ready(port) : answers(`http://127.0.0.1:${port}/readyz`)), child)
  started.move()
  return { port, pid: child.pid ?? 0, stop, [Symbol.asyncDispose]: stop }
}

/** Signs in as the support admin and returns the session cookies. */
export async function signIn({ port }: Backstall): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://127.0.0.1:${port}` },
    body: JSON.stringify({ email: supportEmail, password: adminPassword }),
  })
  if (!answer.ok) throw new Error(`Signing in failed: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** A call of the contract, as the browser sends it. */
export const callBytes = (port: number, cookie: string, path: string, input: unknown): Buffer =>
  requestBytes('POST', `/rpc/${path}`, { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, cookie }, { json: input })

/** Approvals of products that were just submitted, as bytes. */
export const approvalBytes = (port: number, cookie: string, ids: readonly string[]): Buffer[] =>
  ids.map((id) => callBytes(port, cookie, 'products/approve', { id, status: 'pending', version: 1 }))

/** Makes a call of the contract and returns its answer. */
export async function call<Answer>(port: number, cookie: string, path: string, input: unknown): Promise<Answer> {
  const url = `http://127.0.0.1:${port}`
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/rpc/${path}`, { method: 'POST', headers, body: JSON.stringify({ json: input }) })
  if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`)
  return ((await answer.json()) as { json: Answer }).json
}

/** True once the first page of the queue is answered for this session. */
export const servesList = (cookie: string) => (port: number) =>
  answers(
    `http://127.0.0.1:${port}/rpc/products/queue`,
    { cookie, origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' },
    JSON.stringify({ json: {} }),
  )

/** Resident memory of a process in MB. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1000
}
