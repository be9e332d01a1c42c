import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, stepsIn } from '#domain/sales-rules.ts'
import type { FedEvent } from '#server/events/consumers.ts'
import { followSales } from '#server/sales/follow-sales.ts'
import { piecesOf } from '#server/sales/pieces.ts'
import { rebuildSales } from '#server/sales/rebuild-sales.ts'
import { openWorld } from '#server/testing/world.ts'

const { app, admin, caller } = await openWorld()
const sales = caller(admin).sales
const { day: today } = await sales.today()
const many = 700

/** Sold lines as the ledger has them: what does not matter here is left out. */
const sold = (moment: string, products: readonly { product: number; amount: number }[]) => app.sql`
  insert into sales_entries (at, kind, order_id, line_id, product_id, seller_id, amount, units)
  select ${moment}::timestamptz, case when amount > 0 then 'paid-line' else 'cancelled-line' end, gen_random_uuid(), gen_random_uuid(),
    'product-' || product, 'somebody', amount, sign(amount)
  from json_to_recordset(${JSON.stringify(products)}::text::json) as s (product integer, amount bigint)`

/** The order of any event says that it is time to look. */
const rollUp = () => app.db.transaction((tx) => followSales([{ kind: 'order.paid', id: 1 } as FedEvent], tx))

/** The best sold of these days out of the ledger alone. */
const byHand = (from: string, to: string, limit: number) => app.sql<{ id: string; gross: number; units: number; orders: number }[]>`
  select product_id as id, sum(amount)::bigint as gross, sum(units)::bigint as units, count(*) filter (where kind = 'paid-line') as orders from sales_entries
  where (at at time zone 'Europe/Vienna')::date between ${from} and ${to} group by 1 order by 2 desc, 3 desc, 1 limit ${limit}`

const change = fc.record({
  product: fc.integer({ min: 0, max: many + 20 }),
  amount: fc.integer({ min: -1_500, max: 1_500 }).filter((amount) => amount !== 0),
})
const happening = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 30 }),
  when: fc.constantFrom('now', 'late', 'best'),
  rolledUp: fc.boolean(),
})

test('the best sold are those of the whole ledger, whatever is remembered, comes late, is taken away or waits', async () => {
  const start = Array.from({ length: many }, (_, product) => ({ product, amount: 1 + ((product * 7_919) % 1_009) }))
  await sold(
    '2019-03-01T12:00:00Z',
    start.filter(({ product }) => product % 2 === 0),
  )
  await sold('2019-03-02T12:00:00Z', start)
  await rollUp()
  const ranges = [
    ['2019-03-01', today],
    ['2019-03-02', addDays(today, 1)],
    ['2019-03-01', '2019-03-02'],
    [today, today],
  ] as const
  const checked = async () => {
    for (const [from, to] of ranges)
      for (const limit of [1, 10, 100]) {
        const { rows } = await sales.top({ from, to, of: 'products', limit })
        expect(
          rows.map(({ id, gross, units, orders }) => ({ id, gross, units, orders })),
          `${from} to ${to}`,
        ).toEqual([...(await byHand(from, to, limit))])
      }
  }
  await checked()
  await fc.assert(
    fc.asyncProperty(happening, async ({ changes, when, rolledUp }) => {
      const [first] = await byHand('2019-03-01', today, 1)
      const best = Number(first?.id.slice('product-'.length))
      await sold(
        when === 'late' ? '2019-03-02T13:00:00Z' : new Date().toISOString(),
        when === 'best' ? [{ product: best, amount: -1_200 }, ...changes] : changes,
      )
      if (rolledUp) await rollUp()
      await checked()
    }),
    { numRuns: 12 },
  )
  await rebuildSales(app)
  await checked()
})

test.each([
  [
    { from: '2024-01-01', to: '2026-11-20' },
    ['2024-01-01 2024-12-31', '2025-01-01 2025-12-31', ...months('2026', 10), '2026-11-01 2026-11-20'],
  ],
  [{ from: '2026-10-30', to: '2026-11-25' }, ['2026-10-30 2026-10-31', '2026-11-01 2026-11-20', '2026-11-21 2026-11-25']],
  [{ from: '2026-11-21', to: '2026-11-21' }, ['2026-11-21 2026-11-21']],
  [{ from: '2026-11-23', to: '2026-11-24' }, ['2026-11-23 2026-11-24']],
])('on 21 November 2026 %j is added up from %j', (range, pieces) => {
  expect(piecesOf(range, '2026-11-21').map(({ from, to }) => `${from} ${to}`)).toEqual(pieces)
})

function months(year: string, count: number): string[] {
  return stepsIn({ from: `${year}-01-01`, to: `${year}-12-31` }, 'month')
    .slice(0, count)
    .map(({ from, to }) => `${from} ${to}`)
}
