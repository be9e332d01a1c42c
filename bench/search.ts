import { call } from './backstall.ts'
import type { Measured } from './figures.ts'
import { signedIn } from './people.ts'
import { quantile, timed } from './rounds.ts'
import { seedUpTo } from './seed.ts'
import { million, seedOrders } from './seed-orders.ts'
import { onceStarted } from './stage.ts'
import type { Effort } from './throughput.ts'

const people = 100_000

/** Parts of names: some that few rows have, some that many have, one that none has. */
const searches: Record<string, { path: string; parts: string[] }> = {
  products: {
    path: 'products/queue',
    parts: ['umber 4711', 'quilt numb', 'and-made', 'mber 99999', 'no such thing', 'erson 47', 'ller 11'],
  },
  people: { path: 'users/list', parts: ['erson 4711', 'rson 9', 'seller-0000', 'ler 1', 'no such person'] },
  orders: { path: 'orders/list', parts: ['uyer 12345', 'buyer1', '1004711', 'yer 5', 'no such buyer'] },
  'own orders': { path: 'orders/listOwn', parts: ['uyer 12345', 'yer 1', 'bu', 'made lamp', '1004711', 'buyer1@', 'no such buyer'] },
  palette: { path: 'search/find', parts: ['umber 4711', 'quilt numb', 'uyer 12345', 'erson 47', 'no such thing'] },
}

/** Searches by half a name among a million products, 100,000 people and a million orders, one after the other. */
export const measureSearch = (dataDir: string, cookie: string, { samples }: Effort): Promise<Measured[]> =>
  onceStarted(dataDir, async ({ port }, sql) => {
    // Other figures may have filled the tables.
    const [has] = await sql<{ orders: number; products: number }[]>`
      select (select count(*)::int from orders) as orders, (select count(*)::int from products) as products`
    if (Number(has?.products) < million) await seedUpTo(million, sql)
    if (has?.orders === 0) await seedOrders(sql)
    await sql`insert into users (id, name, email)
      select 'person-' || n, 'Person ' || n, 'person-' || n || '@example.com' from generate_series(1, ${people}) n on conflict do nothing`
    await sql`vacuum analyze users`
    const [ofSeller = ''] = await signedIn({ dataDir, sql: { backstall: sql } }, ['seller-0000011'])
    const times: Record<string, number[]> = {}
    for (const [name, { path, parts }] of Object.entries(searches))
      for (const search of parts) {
        const as = name === 'own orders' ? ofSeller : cookie
        const ask = () => call(port, as, path, path === 'products/queue' ? { status: 'approved', search } : { search })
        await ask()
        times[`${name} ${search}`] = (await timed(samples, ask)).latencies
      }
    const p95 = (key: string) => quantile(times[key] ?? [], 0.95)
    const slowest = Object.keys(times).toSorted((one, other) => p95(other) - p95(one))
    const about = `p95 in ms: ${slowest.map((key) => `${key} ${p95(key).toFixed(0)}`).join(', ')}`
    return [{ name: 'search', value: p95(slowest[0] ?? ''), about, rounds: times }]
  })
