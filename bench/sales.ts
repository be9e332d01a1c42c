import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../scripts/run.ts'
import { call, callBytes, signIn, startBackstall } from './backstall.ts'
import type { Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import { quantile } from './rounds.ts'
import { seedGoods, seedSales } from './seed-sales.ts'
import { clear, openHouse } from './stage.ts'
import type { Effort } from './throughput.ts'

const few = 10_000
const million = 1_000_000
/** Administrators who look at figures at once. */
const connections = 4

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

type Calls = Record<string, { path: string; inputs: unknown[] }>

/** What the dashboard and the sales screen ask, over the ranges that people choose. */
export function callsFor(today: string): Calls {
  const back = (days: number) => ({ from: addDays(today, 1 - days), to: today })
  const ranges = [1, 7, 30, 90, 365].map(back)
  const older = [back(400), { from: addDays(today, -200), to: addDays(today, -30) }, { from: addDays(today, -365), to: addDays(today, -1) }]
  const all = [...ranges, ...older]
  const tops = (of: string) => ({ path: 'sales/top', inputs: all.map((range) => ({ ...range, of })) })
  const rows = (about: object) => ({ path: 'sales/rows', inputs: all.map((range) => ({ ...range, ...about })) })
  return {
    today: { path: 'sales/today', inputs: [{}] },
    signUps: { path: 'sales/signUps', inputs: [{}] },
    moderation: { path: 'sales/moderation', inputs: all },
    'figures by day': { path: 'sales/figures', inputs: all.map((range) => ({ ...range, step: 'day' })) },
    'figures by month': { path: 'sales/figures', inputs: all.map((range) => ({ ...range, step: 'month' })) },
    'figures of a seller': { path: 'sales/figures', inputs: all.map((range) => ({ ...range, step: 'week', seller_id: 'seller-0000007' })) },
    'top products': tops('products'),
    'top sellers': tops('sellers'),
    'top categories': tops('categories'),
    'rows of net': rows({ figure: 'net' }),
    'rows of refunds': rows({ figure: 'refunds' }),
    'rows of orders': rows({ figure: 'orders' }),
    'rows of a product': rows({ figure: 'gross', product_id: 'product-0000007' }),
    'rows of a category': rows({ figure: 'units', category: 'Category 7' }),
  }
}

type Times = Record<string, { p95: number; worst: number; first: number }>

/** Each call for a while over all its ranges; the first look at each range, which finds nothing remembered, is counted with all others, and told beside them. */
async function timesOf(port: number, cookie: string, load: LoadGenerator, seconds: number): Promise<Times> {
  const { day } = await call<{ day: string }>(port, cookie, 'sales/today', {})
  const times: Times = {}
  for (const [name, { path, inputs }] of Object.entries(callsFor(day))) {
    const first: number[] = []
    for (const input of inputs) {
      const started = performance.now()
      await call(port, cookie, path, input)
      first.push(performance.now() - started)
    }
    const requests = inputs.map((input) => callBytes(port, cookie, path, input))
    const { latencies } = await load.run({ port, requests, connections, seconds })
    const all = [...first, ...latencies]
    times[name] = { p95: quantile(all, 0.95), worst: latencies.reduce((worst, one) => Math.max(worst, one), 0), first: Math.max(...first) }
  }
  return times
}

/** The rollups by the very command, beside the running server. */
async function rebuild(dataDir: string): Promise<string> {
  const { ok, output } = await run(['node', 'scripts/backstall.ts', 'rebuild-sales'], { env: { DATA_DIR: dataDir } })
  if (!ok) throw new Error(output)
  return output.trim()
}

const told = (times: Times) =>
  Object.entries(times)
    .map(([name, { p95 }]) => `${name} ${p95.toFixed(1)}`)
    .join(', ')

const firstLooks = (times: Times) =>
  Object.entries(times)
    .map(([name, { first }]) => `${name} ${first.toFixed(0)}`)
    .join(', ')

/** Dashboard and sales calls with ten thousand and with a million orders of two lines, over a year and 100,000 products, on data of its own. */
export async function measureSales(load: LoadGenerator, { seconds }: Effort): Promise<Measured[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'backstall-bench-sales-'))
  const backstall = await startBackstall(dataDir)
  const sql = await openHouse(dataDir)
  try {
    const cookie = await signIn(backstall)
    await seedGoods(sql)
    await seedSales(sql, 1, few)
    await rebuild(dataDir)
    const small = await timesOf(backstall.port, cookie, load, seconds)
    await seedSales(sql, few + 1, million)
    const started = performance.now()
    await rebuild(dataDir)
    const took = (performance.now() - started) / 1000
    await sql.unsafe('vacuum analyze')
    const large = await timesOf(backstall.port, cookie, load, seconds)
    const rounds = { small, large, rebuildSeconds: took }
    const worst = (by: (name: string) => number) => Object.keys(large).toSorted((one, other) => by(other) - by(one))[0] ?? ''
    const p95 = (name: string) => large[name]?.p95 ?? Number.NaN
    const growth = (name: string) => p95(name) / (small[name]?.p95 ?? Number.NaN)
    const [slowest, grown] = [worst(p95), worst(growth)]
    return [
      {
        name: 'sales',
        value: p95(slowest),
        about: `${slowest}; p95 in ms: ${told(large)}; first look at most in ms: ${firstLooks(large)}; made anew in ${took.toFixed(0)} s`,
        rounds,
      },
      { name: 'sales-growth', value: growth(grown), about: `${grown}; p95 in ms at 10,000: ${told(small)}`, rounds: [] },
    ]
  } finally {
    await sql.end()
    await backstall.stop()
    clear(dataDir)
  }
}
