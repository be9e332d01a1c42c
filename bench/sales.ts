import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../scripts/run.ts'
import { call, callBytes, signIn } from './backstall.ts'
import type { Measured } from './figures.ts'
import type { LoadGenerator } from './load.ts'
import { median, quantile } from './rounds.ts'
import { seedGoods, seedSales } from './seed-sales.ts'
import { onceStarted } from './stage.ts'
import type { Effort } from './throughput.ts'

/** Admins who look at figures at the same time. */
const connections = 4
const rounds = 5

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

type Calls = Record<string, { path: string; inputs: unknown[] }>

/** What the dashboard and the sales screen ask, over the ranges that people choose. */
function callsFor(today: string): Calls {
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

const sizes = { few: 10_000, million: 1_000_000 } as const
type Size = keyof typeof sizes
type Server = { port: number; cookie: string }
type Servers = Record<Size, Server>

/** A separate Backstall with this many orders; `rebuild-sales` makes its rollups while the server runs. */
async function onceSold<Result>(orders: number, work: (server: Server, rebuildSeconds: number) => Promise<Result>): Promise<Result> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'backstall-bench-sales-'))
  return await onceStarted(folder.path, async (backstall, sql) => {
    await seedGoods(sql)
    await seedSales(sql, 1, orders)
    const started = performance.now()
    const { ok, output } = await run(['node', 'scripts/backstall.ts', 'rebuild-sales'], { env: { DATA_DIR: folder.path } })
    if (!ok) throw new Error(output)
    const rebuildSeconds = (performance.now() - started) / 1000
    await sql.unsafe('vacuum analyze')
    return await work({ port: backstall.port, cookie: await signIn(backstall) }, rebuildSeconds)
  })
}

type Times = { all: Record<Size, number[]>; rounds: Record<Size, number>[]; first: Record<Size, number> }
const both = Object.keys(sizes) as Size[]

/** The first request for each range (ms), before it is cached. */
async function firstRequests({ port, cookie }: Server, { path, inputs }: Calls[string]): Promise<number[]> {
  const times: number[] = []
  for (const input of inputs) {
    const started = performance.now()
    await call(port, cookie, path, input)
    times.push(performance.now() - started)
  }
  return times
}

/** A call over all its ranges, alternating between both servers, so that other load on the machine affects both. First requests count, too. */
async function timesOf(servers: Servers, one: Calls[string], load: LoadGenerator, seconds: number): Promise<Times> {
  const times: Times = { all: { few: [], million: [] }, rounds: [], first: { few: 0, million: 0 } }
  for (const size of both) {
    times.all[size] = await firstRequests(servers[size], one)
    times.first[size] = Math.max(...times.all[size])
  }
  for (let round = 0; round < rounds; round += 1) {
    const worst = { few: 0, million: 0 }
    for (const size of round % 2 === 0 ? both : both.toReversed()) {
      const { port, cookie } = servers[size]
      const requests = one.inputs.map((input) => callBytes(port, cookie, one.path, input))
      const { latencies } = await load.run({ port, requests, connections, seconds: seconds / rounds })
      times.all[size].push(...latencies)
      worst[size] = quantile(latencies, 0.95)
    }
    times.rounds.push(worst)
  }
  return times
}

/**
 * Dashboard and sales calls with ten thousand and with a million orders of two lines, over a year and 100,000 products, each on its own
 * data.
 */
export const measureSales = (load: LoadGenerator, { seconds }: Effort): Promise<Measured[]> =>
  onceSold(sizes.few, (few) =>
    onceSold(sizes.million, async (million, rebuildSeconds) => {
      const { day } = await call<{ day: string }>(million.port, million.cookie, 'sales/today', {})
      const times: Record<string, Times> = {}
      for (const [name, one] of Object.entries(callsFor(day))) times[name] = await timesOf({ few, million }, one, load, seconds)
      return figuresOf(times, rebuildSeconds)
    }),
  )

function figuresOf(times: Record<string, Times>, rebuildSeconds: number): Measured[] {
  const names = Object.keys(times)
  const greatest = (by: (name: string) => number) => names.toSorted((one, other) => by(other) - by(one))[0] ?? ''
  const p95 = (size: Size) => (name: string) => quantile(times[name]?.all[size] ?? [], 0.95)
  const growth = (name: string) => median((times[name]?.rounds ?? []).map((round) => round.million / round.few))
  const listed = (by: (name: string) => number, digits: number) => names.map((name) => `${name} ${by(name).toFixed(digits)}`).join(', ')
  const slowest = greatest(p95('million'))
  const grown = greatest(growth)
  const first = listed((name) => times[name]?.first.million ?? Number.NaN, 0)
  const about = `${slowest}; p95 in ms: ${listed(p95('million'), 1)}; first look at most in ms: ${first}; made anew in ${rebuildSeconds.toFixed(0)} s`
  return [
    { name: 'sales', value: p95('million')(slowest), about, rounds: { times, rebuildSeconds } },
    { name: 'sales-growth', value: growth(grown), about: `${grown}; p95 in ms at 10,000: ${listed(p95('few'), 1)}`, rounds: [] },
  ]
}
