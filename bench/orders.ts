import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { callBytes, residentMegabytes } from './backstall.ts'
import { againstFirst } from './deep.ts'
import type { FigureName, Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import { million, seedOrders } from './seed-orders.ts'
import { onceStarted } from './stage.ts'
import type { Effort } from './throughput.ts'

const depth = 900_000
const path = 'orders/list'
/** Waits until the background work of a start is done. */
const settleMs = 3_000

/** Where the page after this many orders begins. */
async function cursorAt(rows: number, sql: Sql): Promise<string> {
  const [place] = await sql<{ at: string; id: string }[]>`
    select to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, id from orders order by placed_at desc, id desc offset ${rows} limit 1`
  if (!place) throw new Error(`There are fewer than ${rows} orders.`)
  return Buffer.from(`${place.at} ${place.id}`).toString('base64url')
}

/** Reads the whole file as it arrives; returns how far the server's memory rose above its level before. */
async function measureExport(port: number, pid: number, cookie: string): Promise<Measured> {
  await wait(settleMs)
  const before = residentMegabytes(pid)
  const started = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders/export.csv`, { headers: { cookie } })
  if (!answer.ok || !answer.body) throw new Error(`The export was refused: ${answer.status}`)
  const samples: number[] = []
  let [bytes, lines] = [0, 0]
  let sampledAt = 0
  for await (const piece of answer.body) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) lines += 1
    if (bytes - sampledAt < 1_000_000) continue
    sampledAt = bytes
    samples.push(residentMegabytes(pid))
  }
  const seconds = (performance.now() - started) / 1000
  if (lines !== million + 1) throw new Error(`The export has ${lines} lines.`)
  const high = Math.max(...samples)
  const about = `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s, ${before.toFixed(0)} MB before, ${high.toFixed(0)} MB at most`
  return { name: 'export', value: high - before, about, rounds: samples }
}

async function measurePages(port: number, cookie: string, sql: Sql, load: LoadGenerator, effort: Effort): Promise<Measured> {
  const first = callBytes(port, cookie, path, {})
  const deep = callBytes(port, cookie, path, { cursor: await cursorAt(depth, sql) })
  return againstFirst('orders-deep', port, { first, deep }, load, effort)
}

/** The list and the export among a million orders, on the data that the other measurements left. */
export async function* measureOrders(
  dataDir: string,
  cookie: string,
  load: LoadGenerator,
  effort: Effort,
  isWanted: (name: FigureName) => boolean,
): AsyncGenerator<Measured> {
  await onceStarted(dataDir, (_, sql) => seedOrders(sql))
  if (isWanted('orders-deep')) yield await onceStarted(dataDir, ({ port }, sql) => measurePages(port, cookie, sql, load, effort))
  if (isWanted('export')) yield await onceStarted(dataDir, ({ port, pid }) => measureExport(port, pid, cookie))
}
