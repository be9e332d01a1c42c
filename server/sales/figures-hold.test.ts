import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SalesRow } from '#domain/sales.ts'
import { addDays, ownSalesFigureNames, type SalesFigureName, salesFigureNames } from '#domain/sales-rules.ts'
import { recordPayment } from '#server/orders/record-payment.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import { figures } from '#server/sales/day-figures.ts'
import { sumsUntil } from '#server/sales/day-until.ts'
import { beginSales, followSales } from '#server/sales/follow-sales.ts'
import { rebuildSales } from '#server/sales/rebuild-sales.ts'
import { openSales, rollups } from '#server/testing/sales.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, admin, seller, rival, caller } = testApp
const { lamps, place } = await openSales(testApp)
const sales = caller(admin).sales
const orders = caller(admin).orders
const products = Object.values(lamps)

/** Zones whose clocks change at midnight, one minute after it, by less than an hour, or by a whole day. */
const zones = {
  'Europe/Vienna': ['2019-03-31T01:00:00Z', '2019-10-27T01:00:00Z', '2019-05-01T22:00:00Z'],
  'America/Havana': ['2019-03-10T05:00:00Z', '2019-11-03T05:00:00Z'],
  'America/Sao_Paulo': ['2018-11-04T03:00:00Z', '2019-02-17T02:00:00Z'],
  'America/St_Johns': ['2006-10-29T02:31:00Z', '2010-03-14T03:31:00Z'],
  'Australia/Lord_Howe': ['2019-04-06T15:00:00Z', '2019-10-05T15:30:00Z'],
  'Pacific/Apia': ['2011-12-30T10:00:00Z', '2011-12-29T10:00:00Z'],
  'Asia/Kathmandu': ['2019-06-30T18:15:00Z'],
} as const
type Zone = keyof typeof zones

async function moveTo(timeZone: Zone): Promise<void> {
  app.config.timeZone = timeZone
  await app.sql`update installation set time_zone = ${timeZone}`
  await rebuildSales(app)
}

/** The expected sums of these days: from orders, lines and refunds only, independent of the ledger. */
async function computed(from: string, to: string) {
  const zone = app.config.timeZone
  const dayOf = (moment: string) => app.sql`(${app.sql(moment)} at time zone ${zone})::date`
  const on = (moment: string) => app.sql`${dayOf(moment)} between ${from}::date and ${to}::date`
  /** The refunds of all orders up to the end of a day, less what had been cancelled of them by then; per order at least 0. */
  const refundedUntil = (day: string) => app.sql`(
    select coalesce(sum(greatest(0, refunded - cancelled)), 0)::bigint from (select
      (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and ${dayOf('r.created_at')} <= ${day}::date) as refunded,
      (select coalesce(sum(l.unit_price * l.quantity - l.discount), 0) from order_lines l
        where l.order_id = o.id and l.cancelled_at > o.paid_at and ${dayOf('l.cancelled_at')} <= ${day}::date) as cancelled
      from orders o) beyond)`
  const [row] = await app.sql<Record<string, number>[]>`
    select (select coalesce(sum(o.paid - o.shipping - o.tax), 0)::bigint from orders o where o.paid_at is not null and ${on('o.paid_at')})
      - (select coalesce(sum(l.unit_price * l.quantity - l.discount), 0)::bigint from order_lines l join orders o on o.id = l.order_id
          where l.cancelled_at > o.paid_at and ${on('l.cancelled_at')}) as gross,
      ${refundedUntil(to)} - ${refundedUntil(addDays(from, -1))} as refunds,
      (select coalesce(sum(o.shipping), 0)::bigint from orders o where ${on('o.paid_at')}) as shipping,
      (select coalesce(sum(o.tax), 0)::bigint from orders o where ${on('o.paid_at')}) as tax,
      (select count(*) from orders o where ${on('o.paid_at')}) as orders,
      (select coalesce(sum(l.quantity), 0)::bigint from order_lines l join orders o on o.id = l.order_id
          where ${on('o.paid_at')} and (l.cancelled_at is null or l.cancelled_at > o.paid_at))
      - (select coalesce(sum(l.quantity), 0)::bigint from order_lines l join orders o on o.id = l.order_id
          where l.cancelled_at > o.paid_at and ${on('l.cancelled_at')}) as units,
      (select count(*) from order_lines l join orders o on o.id = l.order_id where ${on('o.placed_at')}) as "linesPlaced",
      (select count(*) from order_lines l where ${on('l.cancelled_at')}) as "linesCancelled"`
  if (!row) throw new Error('Nothing was summed.')
  return { ...row, net: (row.gross ?? 0) - (row.refunds ?? 0) } as Record<SalesFigureName, number>
}

/** What a row adds to its figure. */
const worth = (figure: SalesFigureName, { amount, units }: SalesRow) => {
  if (figure === 'units') return units
  return figure === 'orders' || figure === 'linesPlaced' || figure === 'linesCancelled' ? 1 : amount
}

type Asked = { from: string; to: string; seller_id?: string; product_id?: string; category?: string }

/** Adds up the rows of a figure, page by page. */
const sumOfRows = (figure: SalesFigureName, asked: Asked) => summedUp(figure, (place) => sales.rows({ ...asked, figure, ...place }))

type Place = { cursor: string | undefined; limit: number }
type Page = Awaited<ReturnType<typeof sales.rows>>

async function summedUp(figure: SalesFigureName, read: (place: Place) => Promise<Page>): Promise<{ sum: number; response: number }> {
  let sum = 0
  for (let cursor: string | undefined; ; ) {
    const page = await read({ limit: 7, cursor })
    sum += page.rows.reduce((all, row) => all + worth(figure, row), 0)
    if (page.next === null) return { sum, response: page.sum }
    cursor = page.next
  }
}

async function holdsFor(from: string, to: string): Promise<void> {
  const { totals, steps } = await sales.figures({ from, to })
  const expected = await computed(from, to)
  expect(totals).toMatchObject(expected)
  for (const figure of salesFigureNames) {
    expect(
      steps.reduce((all, step) => all + step[figure], 0),
      figure,
    ).toBe(expected[figure])
    expect(await sumOfRows(figure, { from, to }), figure).toEqual({ sum: expected[figure], response: expected[figure] })
  }
  const shares = { products: 'product_id', sellers: 'seller_id', categories: 'category' } as const
  for (const [of, field] of Object.entries(shares) as [keyof typeof shares, (typeof shares)[keyof typeof shares]][]) {
    const { rows } = await sales.top({ from, to, of, limit: 100 })
    expect(
      rows.reduce((all, { gross }) => all + gross, 0),
      of,
    ).toBe(expected.gross)
    expect(
      rows.reduce((all, { units }) => all + units, 0),
      of,
    ).toBe(expected.units)
    for (const row of rows)
      for (const figure of ['gross', 'units', 'orders'] as const)
        expect(await sumOfRows(figure, { from, to, [field]: row.id }), `${figure} of ${row.name}`).toEqual({
          sum: row[figure],
          response: row[figure],
        })
  }
}

/** Checks that a seller's figures equal those an admin sees for the seller, and the rows behind them. */
async function holdsForSellers(from: string, to: string): Promise<void> {
  for (const someone of [seller, rival]) {
    const mine = caller(someone).sales
    const { totals } = await mine.own({ from, to })
    expect((await sales.figures({ from, to, seller_id: someone.id })).totals).toMatchObject(totals)
    for (const figure of ownSalesFigureNames) {
      const own = await summedUp(figure, (place) => mine.ownRows({ from, to, figure, ...place }))
      expect(own, figure).toEqual({ sum: totals[figure], response: totals[figure] })
    }
    for (const row of (await mine.ownTop({ from, to, limit: 100 })).rows)
      for (const figure of ['gross', 'units', 'orders'] as const) {
        const own = await summedUp(figure, (place) => mine.ownRows({ from, to, figure, product_id: row.id, ...place }))
        expect(own, `${figure} of ${row.name}`).toEqual({ sum: row[figure], response: row[figure] })
      }
  }
}

const minutes = 60_000
const line = fc.record({
  product_id: fc.constantFrom(...products),
  quantity: fc.integer({ min: 1, max: 5 }),
  unitPrice: fc.integer({ min: 1, max: 9_999 }),
})
const refund = fc.option(fc.integer({ min: 1, max: 20_000 }))
const soldAround = (moments: readonly string[]) =>
  fc.record({
    lines: fc.uniqueArray(line, { selector: ({ product_id }) => product_id, minLength: 1, maxLength: 3 }),
    at: fc.constantFrom(...moments),
    /** Minutes around a change of clocks: close to it, and around the midnights next to it. */
    off: fc.oneof(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -3_000, max: 3_000 })),
    paidAfter: fc.option(fc.integer({ min: 0, max: 2_000 })),
    shipping: fc.integer({ min: 0, max: 900 }),
    tax: fc.integer({ min: 0, max: 900 }),
    discount: fc.integer({ min: 0, max: 1 }),
    cancelled: fc.subarray([0, 1, 2]),
    /** Before the cancellation and after it, each at most what is left. */
    refunds: fc.tuple(refund, refund),
    paidLater: fc.boolean(),
  })
type Sold = ReturnType<typeof soldAround> extends fc.Arbitrary<infer S> ? S : never

async function sell({ lines, at, off, paidAfter, shipping, tax, discount, cancelled, refunds, paidLater }: Sold): Promise<void> {
  const moment = (minute: number) => new Date(Date.parse(at) + minute * minutes).toISOString()
  const paid = paidAfter === null ? {} : { paidAt: moment(off + paidAfter) }
  const order = await place(lines, { placedAt: moment(off), ...paid, shipping, tax, discount })
  const [first, second] = refunds
  await refundUpTo(order.id, first)
  const ids = order.lines.filter((_, index) => cancelled.includes(index)).map(({ id }) => id)
  if (ids.length > 0) await orders.cancel({ id: order.id, lines: ids })
  // The expected sums order payment and cancellation by their times, so these must differ.
  const soon = new Date(Date.now() + minutes).toISOString()
  if (paidAfter === null && paidLater && ids.length < lines.length) await recordPayment(app, admin, { id: order.id, paidAt: soon })
  await refundUpTo(order.id, second)
}

async function refundUpTo(id: string, wanted: number | null): Promise<void> {
  const { paid, refunded } = await orders.get({ id })
  const amount = Math.min(wanted ?? 0, paid - refunded)
  if (amount > 0) await orders.refund({ id, amount })
}

describe('every figure is the sum of its rows, and of orders, lines and refunds computed independently', () => {
  test.each(Object.keys(zones) as Zone[])('on days on which the clocks change, in %s', async (zone) => {
    await moveTo(zone)
    const moments = zones[zone]
    const lastMoment = `2020-06-01 23:59:59.999 ${zone}`
    await fc.assert(
      fc.asyncProperty(fc.array(soldAround(moments), { minLength: 1, maxLength: 6 }), async (sold) => {
        for (const one of sold) await sell(one)
        for (const moment of moments) {
          const day = moment.slice(0, 10)
          for (const [from, to] of [
            [addDays(day, -1), addDays(day, -1)],
            [day, day],
            [addDays(day, -2), addDays(day, 2)],
          ] as const) {
            expect((await sales.figures({ from, to })).totals).toMatchObject(await computed(from, to))
          }
          // Until its last moment, a day has the figures of the whole day.
          for (const each of [addDays(day, -1), day])
            expect(figures(await sumsUntil(app, each, lastMoment))).toEqual((await sales.figures({ from: each, to: each })).totals)
        }
      }),
      { numRuns: 3 },
    )
    const [first] = moments
    await holdsFor(addDays(first.slice(0, 10), -1), addDays(first.slice(0, 10), 1))
    // Cancellations and refunds are of today.
    const { day } = await sales.today()
    await holdsFor(addDays(day, -1), addDays(day, 1))
    for (const of of [first.slice(0, 10), day]) await holdsForSellers(addDays(of, -1), addDays(of, 1))
    const before = await settled()
    await rebuildSales(app)
    expect(await rollups(testApp)).toEqual(before)
  })
})

/** The rollups once no entry waits for them. */
async function settled() {
  await expect.poll(() => app.sql`select 1 from sales_waiting limit 1`).toEqual([])
  return rollups(testApp)
}

test('while orders are placed, cancelled and refunded, each page has its own sum, and rebuilt rollups are the same', async () => {
  await moveTo('Europe/Vienna')
  const { day } = await sales.today()
  const range = { from: addDays(day, -1), to: addDays(day, 1) }
  const { lamps: own } = await openSales(testApp)
  let selling = true
  const sell = async (at: number) => {
    for (let n = 0; n < 10; n++) {
      const order = await place([own.brass, ...products.slice(0, (at + n) % 3)], { shipping: 10 })
      await orders.pay({ id: order.id })
      if (n % 3 === 0) await orders.cancel({ id: order.id, lines: [order.lines[0]?.id ?? ''] })
      if (n % 4 === 0) await orders.refund({ id: order.id, amount: 5 })
    }
  }
  const readRows = async () => {
    let rowsRead = 0
    while (selling) {
      for (const figure of ['gross', 'units', 'orders', 'linesPlaced', 'linesCancelled'] as const) {
        const { rows, next, sum } = await sales.rows({ ...range, figure, limit: 100, product_id: own.brass })
        expect([next, rows.reduce((all, row) => all + worth(figure, row), 0)], figure).toEqual([null, sum])
        rowsRead = Math.max(rowsRead, rows.length)
      }
    }
    return rowsRead
  }
  let times = 0
  const rebuildAgain = async () => {
    for (; selling; times++) await rebuildSales(app)
  }
  const others = Promise.all([readRows(), readRows(), rebuildAgain()])
  await Promise.all(Array.from({ length: 6 }, (_, at) => sell(at)))
  selling = false
  const [rowsRead] = await others
  expect([rowsRead > 1, times > 0]).toEqual([true, true])
  await holdsFor(range.from, range.to)
  const before = await settled()
  await rebuildSales(app)
  expect(await rollups(testApp)).toEqual(before)
  await holdsFor(range.from, range.to)
})

test('what was sold before rollups existed is in them as soon as a node starts, without a new order', async () => {
  const before = await settled()
  await app.db.transaction(async (tx) => {
    // The state after an upgrade.
    await tx.execute(sql`delete from sales_days`)
    await tx.execute(sql`delete from sales_shares`)
    await tx.execute(sql`insert into sales_waiting (entry_id, at, kind, order_id, product_id, seller_id, category, amount, units)
      select id, at, kind, order_id, product_id, seller_id, category, amount, units from sales_entries`)
    await beginSales(tx)
    expect(await tx.execute(sql`select from sales_waiting limit 1`)).toHaveLength(0)
  })
  expect(await rollups(testApp)).toEqual(before)
})

test('events that come twice, late or out of order count once', async () => {
  const before = await settled()
  const events = await app.sql<FedEvent[]>`select id, kind, item_id as "itemId" from events order by id desc`
  for (let n = 0; n < 2; n++) await app.db.transaction((tx) => followSales(events, tx))
  expect(await rollups(testApp)).toEqual(before)
})
