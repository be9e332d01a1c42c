import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { callBytes, residentMegabytes, startBackstall } from './backstall.ts'
import type { Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import { interleave, ratio } from './rounds.ts'
import { openHouse } from './stage.ts'
import { connections, type Effort } from './throughput.ts'

const million = 1_000_000
const depth = 900_000
const path = 'orders/list'

const id = (prefix: string) => `'${prefix}' || lpad(n::text, 7, '0')`
const many = `generate_series(1, ${million}) n`
const placedAt = `now() - n * interval '1 minute'`
const seller = `'seller-' || lpad((n % 200)::text, 7, '0')`
const counts = 'open_lines, shipped_lines, delivered_lines, cancelled_lines'
const counted = `(n % 3 = 0)::int, (n % 3 > 0)::int, 0, 0`
const buyer = `'Buyer ' || n % 50000`

/** What a million orders of one line are, as if they had come in minute by minute; each table by one statement. */
const tables: Record<string, string> = {
  orders: `(id, number, source, external_id, items, shipping, tax, discount, total, paid, payment_status, units, ${counts}, placed_at)
    select ${id('order-')}, n::text, 'shop', n::text, 2000 + n, 490, 0, 0, 2490 + n, case when n % 4 > 0 then 2490 + n else 0 end,
    (case when n % 4 > 0 then 'paid' else 'unpaid' end)::payment_status, 2, ${counted}, ${placedAt} from ${many}`,
  order_buyers: `(order_id, name, email, address, search, placed_at)
    select ${id('order-')}, ${buyer}, 'buyer' || n % 50000 || '@example.com', '{"line1":"Main Street 1","line2":"","postalCode":"1010","city":"Wien","region":"","country":"AT"}',
    n || ' ' || ${buyer} || ' buyer' || n % 50000 || '@example.com', ${placedAt} from ${many}`,
  order_lines: `(id, order_id, at, product_id, seller_id, title, unit_price, quantity, discount, status, took_stock)
    select ${id('line-')}, ${id('order-')}, 0, 'product-' || lpad((n % 10000 + 1)::text, 7, '0'), ${seller}, 'Hand-made lamp number ' || n % 10000,
    (2000 + n) / 2, 2, 0, (case when n % 3 = 0 then 'open' else 'shipped' end)::line_status, true from ${many}`,
  order_sellers: `(order_id, seller_id, placed_at, payment_status, items, discount, units, ${counts}, search)
    select ${id('order-')}, ${seller}, ${placedAt}, (case when n % 4 > 0 then 'paid' else 'unpaid' end)::payment_status, 2000 + n, 0, 2, ${counted},
    n || ' Hand-made lamp' from ${many}`,
}

/** Indexes and references are laid aside meanwhile and made anew, which takes a third of the time. */
async function seedOrders(sql: Sql): Promise<void> {
  const own = await sql.reserve()
  await own`set synchronous_commit = off`
  await own`set maintenance_work_mem = '512MB'`
  await own`set session_replication_role = replica`
  for (const [table, rows] of Object.entries(tables)) {
    const indexes = await own<{ name: string; definition: string }[]>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
      where indrelid = ${table}::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`
    for (const { name } of indexes) await own.unsafe(`drop index ${name}`)
    await own.unsafe(`insert into ${table} ${rows}`)
    for (const { definition } of indexes) await own.unsafe(definition)
    await own.unsafe(`vacuum analyze ${table}`)
  }
  await own`set session_replication_role = origin`
  own.release()
}

/** Where the page after so many orders begins. */
async function cursorAt(rows: number, sql: Sql): Promise<string> {
  const [place] = await sql<{ at: string; id: string }[]>`
    select to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, id from orders order by placed_at desc, id desc offset ${rows} limit 1`
  if (!place) throw new Error(`There are fewer than ${rows} orders.`)
  return Buffer.from(`${place.at} ${place.id}`).toString('base64url')
}

/**
 * The whole file, read as it comes; how far the server's memory moved once a tenth of it was sent. Before that the engine's young generation grows to
 * its full size, as under any work: that rise is told beside, and is the same for a tenth of the orders.
 */
async function measureExport(port: number, pid: number, cookie: string): Promise<Measured> {
  const before = residentMegabytes(pid)
  const started = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders/export.csv`, { headers: { cookie } })
  if (!answer.ok || !answer.body) throw new Error(`The export was refused: ${answer.status}`)
  const samples: number[] = []
  let [bytes, lines] = [0, 0]
  let looked = 0
  for await (const piece of answer.body) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) lines += 1
    if (bytes - looked < 1_000_000) continue
    looked = bytes
    samples.push(residentMegabytes(pid))
  }
  const seconds = (performance.now() - started) / 1000
  if (lines !== million + 1) throw new Error(`The export has ${lines} lines.`)
  const settled = samples.slice(Math.floor(samples.length / 10))
  const [low, high] = [Math.min(...settled), Math.max(...settled)]
  const about = `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s, between ${low.toFixed(0)} and ${high.toFixed(0)} MB, ${before.toFixed(0)} MB before`
  return { name: 'export', value: high - low, about, rounds: samples }
}

/** Lists and the export among a million orders, on the data that the other measurements left. */
export async function measureOrders(
  dataDir: string,
  cookie: string,
  load: LoadGenerator,
  { rounds, seconds }: Effort,
): Promise<Measured[]> {
  const backstall = await startBackstall(dataDir)
  const sql = await openHouse(dataDir)
  try {
    await seedOrders(sql)
    const { port, pid } = backstall
    const first = [callBytes(port, cookie, path, {})]
    const deep = [callBytes(port, cookie, path, { cursor: await cursorAt(depth, sql) })]
    const done = await interleave(rounds, {
      first: () => load.run({ port, requests: first, connections, seconds }),
      deep: () => load.run({ port, requests: deep, connections, seconds }),
    })
    await wait(2_000)
    return [ratio('orders-deep', done, 'deep', 'first', 'perSecond'), await measureExport(port, pid, cookie)]
  } finally {
    await sql.end()
    await backstall.stop()
  }
}
