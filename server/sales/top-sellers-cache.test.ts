import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysOf, presets } from '#domain/day-presets.ts'
import { stepsIn } from '#domain/sales-ranges.ts'
import { addDays } from '#domain/sales-rules.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import { totalsFor } from '#server/sales/daily-totals.ts'
import { followSales } from '#server/sales/follow-sales.ts'
import { rebuildSales } from '#server/sales/rebuild-sales.ts'
import { topSellersOf } from '#server/sales/top-sellers-cache.ts'
import { warmTopSellers } from '#server/sales/warm-top-sellers.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const { app, admin, caller } = await openTestApp()
const sales = caller(admin).sales
const { day: today } = await sales.today()

test('the cache is not filled while nothing was sold, and tries again later', async () => {
  expect(await warmTopSellers(app, today)).toBe(false)
})

const many = 700

/** Ledger entries of sold lines, without the columns that do not matter here. */
const sold = (moment: string, products: readonly { product: number; amount: number }[]) => app.sql`
  insert into sales_entries (at, kind, order_id, line_id, product_id, seller_id, amount, units)
  select ${moment}::timestamptz, case when amount > 0 then 'paid-line' else 'cancelled-line' end, gen_random_uuid(), gen_random_uuid(),
    'product-' || product, 'somebody', amount, sign(amount)
  from json_to_recordset(${JSON.stringify(products)}::text::json) as s (product integer, amount bigint)`

/** The event of any order starts the rollup. */
const rollUp = () => app.db.transaction((tx) => followSales([{ kind: 'order.paid', id: 1 } as FedEvent], tx))

/** The best sold of these days from the ledger only. */
const fromLedger = (from: string, to: string, limit: number) => app.sql<{ id: string; gross: number; units: number; orders: number }[]>`
  select product_id as id, sum(amount)::bigint as gross, sum(units)::bigint as units, count(*) filter (where kind = 'paid-line') as orders from sales_entries
  where (at at time zone 'Europe/Vienna')::date between ${from} and ${to} group by 1 order by 2 desc, 3 desc, 1 limit ${limit}`

const change = fc.record({
  product: fc.integer({ min: 0, max: many + 20 }),
  amount: fc.integer({ min: -1_500, max: 1_500 }).filter((amount) => amount !== 0),
})
const happening = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 30 }),
  when: fc.constantFrom('now', 'late', 'best', 'at the edge', 'yesterday'),
  rolledUp: fc.boolean(),
})

test('the best sold are those of the whole ledger, whatever is cached, arrives late, is subtracted or waits', async () => {
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
    // Cut so that days are subtracted from their month: at its beginning, at its end, at both, and of an unfinished month.
    ['2019-03-02', '2019-03-31'],
    ['2019-02-02', '2019-03-30'],
    ['2019-03-02', '2019-03-30'],
    [addDays(today, -20), today],
    [today, today],
  ] as const
  const checked = async () => {
    for (const [from, to] of ranges)
      for (const limit of [1, 10, 100]) {
        const { rows } = await sales.top({ from, to, of: 'products', limit })
        expect(
          rows.map(({ id, gross, units, orders }) => ({ id, gross, units, orders })),
          `${from} to ${to}`,
        ).toEqual([...(await fromLedger(from, to, limit))])
      }
  }
  const moments: Record<string, string> = {
    late: '2019-03-02T13:00:00Z',
    'at the edge': '2019-03-31T09:00:00Z',
    yesterday: `${addDays(today, -1)}T11:00:00Z`,
  }
  await checked()
  await fc.assert(
    fc.asyncProperty(happening, async ({ changes, when, rolledUp }) => {
      const [first] = await fromLedger('2019-03-01', today, 1)
      const best = Number(first?.id.slice('product-'.length))
      await sold(moments[when] ?? new Date().toISOString(), when === 'best' ? [{ product: best, amount: -1_200 }, ...changes] : changes)
      if (rolledUp) await rollUp()
      await checked()
    }),
    { numRuns: 16 },
  )
  await rebuildSales(app)
  await checked()
})

test('the parts of a range add up to exactly its days, whatever the present day', () => {
  const day = fc.integer({ min: 0, max: 1_200 }).map((days) => addDays('2019-01-01', days))
  fc.assert(
    fc.property(day, day, day, (one, other, now) => {
      const [from, to] = one < other ? [one, other] : [other, one]
      const days = new Map<string, number>()
      for (const { sign, ...part } of totalsFor({ from, to }, now))
        for (const counted of stepsIn(part, 'day')) days.set(counted.from, (days.get(counted.from) ?? 0) + sign)
      const counted = [...days].filter(([, times]) => times !== 0).toSorted()
      expect(counted).toEqual(stepsIn({ from, to }, 'day').map((step) => [step.from, 1]))
    }),
  )
})

test.each([
  [{ from: '2026-03-05', to: '2026-04-04' }, ['2026-03-01 2026-03-31', '- 2026-03-01 2026-03-04', '2026-04-01 2026-04-04']],
  [{ from: '2026-03-05', to: '2026-03-30' }, ['2026-03-01 2026-03-31', '- 2026-03-01 2026-03-04', '- 2026-03-31 2026-03-31']],
  [{ from: '2026-03-16', to: '2026-03-30' }, ['2026-03-16 2026-03-30']],
  [{ from: '2026-11-03', to: '2026-11-25' }, ['2026-11-01 2026-11-20', '- 2026-11-01 2026-11-02', '2026-11-21 2026-11-25']],
  [
    { from: '2024-01-01', to: '2026-11-20' },
    ['2024-01-01 2024-12-31', '2025-01-01 2025-12-31', ...months('2026', 10), '2026-11-01 2026-11-20'],
  ],
  [{ from: '2026-10-30', to: '2026-11-25' }, ['2026-10-30 2026-10-31', '2026-11-01 2026-11-20', '2026-11-21 2026-11-25']],
  [{ from: '2026-11-21', to: '2026-11-21' }, ['2026-11-21 2026-11-21']],
  [{ from: '2026-11-23', to: '2026-11-24' }, ['2026-11-23 2026-11-24']],
])('on 21 November 2026 %j is added up from %j', (range, parts) => {
  expect(totalsFor(range, '2026-11-21').map(({ from, to, sign }) => `${sign < 0 ? '- ' : ''}${from} ${to}`)).toEqual(parts)
})

function months(year: string, count: number): string[] {
  return stepsIn({ from: `${year}-01-01`, to: `${year}-12-31` }, 'month')
    .slice(0, count)
    .map(({ from, to }) => `${from} ${to}`)
}

describe('the cache', () => {
  /** Changes rollups without counting a change of their days, which Backstall never does: the cache cannot know. */
  const changeUncounted = (by: number) => app.sql`update sales_shares set gross = gross + ${by}`

  test('is emptied once it is too large', async () => {
    const range = { from: '2018-05-01', to: '2018-06-30' }
    const parts = totalsFor(range, today)
    const best = (sumsMax?: number) =>
      app.db.transaction(async (tx) => (await topSellersOf(app, tx, 'categories', parts, [], sumsMax))[0]?.gross)
    await sold('2018-05-05T12:00:00Z', [{ product: 1, amount: 500 }])
    await sold('2018-06-05T12:00:00Z', [{ product: 2, amount: 300 }])
    await rollUp()
    expect(await best()).toBe(800)
    await changeUncounted(50)
    // One sum for each of two months: not too many if two are allowed.
    expect(await best(2)).toBe(800)
    // A simultaneous caller gets the former or the new sums.
    const [fresh, simultaneous] = await Promise.all([best(1), best(), best()])
    expect([fresh, [800, 900].includes(simultaneous ?? 0)]).toEqual([900, true])
    expect(await best()).toBe(900)
    await changeUncounted(-50)
    expect([await best(), await best(1)]).toEqual([900, 800])
  })

  test('is filled ahead for the usual ranges, and is valid only as long as the ledger does not change', async () => {
    expect(await warmTopSellers(app, today)).toBe(true)
    await changeUncounted(1_000_000)
    await expectTops()
    await changeUncounted(-1_000_000)
    await sold(`${addDays(today, -40)}T12:00:00Z`, [{ product: 3, amount: 1_499 }])
    await rollUp()
    await expectTops()
  })

  test('is not filled while Backstall stops', async () => {
    await rebuildSales(app)
    await warmTopSellers(app, today, () => false)
    await changeUncounted(1_000_000)
    const { rows } = await sales.top({ ...daysOf({ range: 'last365' }, today), of: 'products', limit: 1 })
    expect(rows[0]?.gross).toBeGreaterThan(1_000_000)
    await changeUncounted(-1_000_000)
  })

  async function expectTops() {
    for (const preset of presets) {
      const { from, to } = daysOf({ range: preset }, today)
      const { rows } = await sales.top({ from, to, of: 'products', limit: 10 })
      const shown = rows.map(({ id, gross, units, orders }) => ({ id, gross, units, orders }))
      expect(shown, preset).toEqual([...(await fromLedger(from, to, 10))])
    }
  }
})
