import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/sales-rules.ts'
import { sumsUntil } from '#server/sales/day-until.ts'
import { rebuildSales } from '#server/sales/rebuild-sales.ts'
import { pagesOf } from '#server/testing/pages.ts'
import { openSales } from '#server/testing/sales.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, admin, seller, rival, caller } = testApp
const { lamps, place } = await openSales(testApp)
const sales = caller(admin).sales
const { day: today } = await sales.today()

/** A separate past month for each test. */
let month = 0
const aMonth = () => {
  month += 1
  return `2019-${String(month).padStart(2, '0')}`
}
const on = (day: string, time = '12:00:00') => ({ placedAt: `${day}T${time}.000Z`, paidAt: `${day}T${time}.000Z` })

describe('a month of sales', () => {
  test('follows the definitions: what was paid on the day it was paid, less its discount, with shipping and tax apart', async () => {
    const m = aMonth()
    await place([{ product_id: lamps.brass, quantity: 2 }, lamps.paper], { ...on(`${m}-05`), shipping: 490, tax: 333, discount: 100 })
    await place([lamps.oil], { placedAt: `${m}-05T08:00:00.000Z`, paidAt: `${m}-06T08:00:00.000Z` })
    await place([lamps.oil], { placedAt: `${m}-06T08:00:00.000Z` })
    const { totals, steps, before } = await sales.figures({ from: `${m}-05`, to: `${m}-07` })
    expect(totals).toEqual({
      gross: 3_900,
      refunds: 0,
      refundRate: 0,
      net: 3_900,
      shipping: 490,
      tax: 333,
      orders: 2,
      units: 4,
      averageOrderValue: 1_950,
      linesPlaced: 4,
      linesCancelled: 0,
      cancellationRate: 0,
    })
    expect(steps.map(({ from, gross, orders, linesPlaced }) => [from, gross, orders, linesPlaced])).toEqual([
      [`${m}-05`, 2_900, 1, 3],
      [`${m}-06`, 1_000, 1, 1],
      [`${m}-07`, 0, 0, 0],
    ])
    expect(before).toEqual({ from: `${m}-02`, to: `${m}-04` })
  })

  test('has a refund rate: refunds as a share of gross sales, and none where nothing was sold or only a seller’s lines count', async () => {
    const m = aMonth()
    const order = await place([{ product_id: lamps.brass, unitPrice: 2_000 }])
    await caller(admin).orders.pay({ id: order.id })
    await caller(admin).orders.refund({ id: order.id, amount: 500 })
    const { figures: now } = await sales.today()
    expect(now.refundRate).toBe(now.refunds / now.gross)
    expect((await sales.figures({ from: `${m}-01`, to: `${m}-02` })).totals.refundRate).toBeNull()
    expect((await sales.figures({ from: today, to: today, seller_id: seller.id })).totals.refundRate).toBeNull()
  })

  test('compares today with the day before by the same time of day, on the clock of the marketplace', async () => {
    const m = aMonth()
    await place([lamps.brass], on(`${m}-05`, '10:00:00'))
    await place([lamps.oil], on(`${m}-05`, '13:30:00'))
    const until = (time: string, timeZone = 'UTC') =>
      sumsUntil({ ...app, config: { ...app.config, timeZone } }, `${m}-05`, `${m}-06T${time}Z`)
    expect(await until('09:59:59')).toMatchObject({ gross: 0, orders: 0 })
    expect(await until('10:00:00')).toMatchObject({ gross: 1_000, orders: 1 })
    expect(await until('13:30:00')).toMatchObject({ gross: 2_000, orders: 2 })
    // A storefront reports a sale of that day late.
    await place([lamps.paper], on(`${m}-05`, '12:00:00'))
    expect(await until('11:59:59')).toMatchObject({ gross: 1_000, orders: 1 })
    expect(await until('13:30:00')).toMatchObject({ gross: 3_000, orders: 3 })
    // In Tokyo it is 00:30, and nothing was sold in the first half hour of the day there.
    expect(await until('15:30:00', 'Asia/Tokyo')).toMatchObject({ gross: 0 })
    const { day, at } = await sales.today()
    expect(new Intl.DateTimeFormat('sv', { timeZone: app.config.timeZone }).format(new Date(at))).toBe(day)
  })

  test('is compared with the range before until the same day and time if it is not over, also of one seller', async () => {
    const ago = (days: number) => addDays(today, -days)
    const at = async (days: number, time: string) => {
      const [row] = await app.sql<{ at: Date }[]>`
        select ((${ago(days)}::date + ${time}::time) at time zone ${app.config.timeZone}) as at`
      const moment = new Date(row?.at ?? '').toISOString()
      return { placedAt: moment, paidAt: moment }
    }
    // Today and tomorrow, compared with what was sold from two days ago on until the present time of that day.
    await place([lamps.brass], await at(2, '00:00:00'))
    await place([lamps.oil, lamps.paper], await at(2, '23:59:59'))
    await place([lamps.brass], await at(1, '00:00:00'))
    const range = { from: today, to: addDays(today, 1) }
    const all = await sales.figures(range)
    expect([all.before, all.totalsBefore.gross]).toEqual([{ from: ago(2), to: ago(1) }, 1_000])
    expect((await sales.figures({ ...range, seller_id: seller.id })).totalsBefore.gross).toBe(1_000)
    expect((await sales.figures({ ...range, seller_id: rival.id })).totalsBefore.gross).toBe(0)
    expect((await caller(seller).sales.own(range)).totalsBefore).toMatchObject({ gross: 1_000, orders: 1 })
    // Steps open the rows of whole days, and a range that is over is compared with a whole one.
    expect(all.stepsBefore.map(({ gross }) => gross)).toEqual([3_000, 1_000])
    expect((await sales.figures({ from: ago(1), to: ago(1) })).totalsBefore.gross).toBe(3_000)
  })

  test('does not change when a line is cancelled and refunded later: that counts today, and once in net', async () => {
    const m = aMonth()
    const month = { from: `${m}-01`, to: `${m}-28` }
    const order = await place([lamps.brass, { product_id: lamps.paper, unitPrice: 2_000 }], { ...on(`${m}-05`), shipping: 500 })
    const then = await sales.figures(month)
    const before = (await sales.today()).figures
    await caller(admin).orders.cancel({ id: order.id, lines: [order.lines[1]?.id ?? ''] })
    await caller(admin).orders.refund({ id: order.id, amount: 2_000 })
    expect(await sales.figures(month)).toEqual(then)
    const after = (await sales.today()).figures
    expect(after).toMatchObject({ gross: before.gross - 2_000, refunds: before.refunds, net: before.net - 2_000 })
    expect(after).toMatchObject({ units: before.units - 1, orders: before.orders, linesCancelled: before.linesCancelled + 1 })
  })

  /** What an order adds to net sales: two lines of €20.00 and €10.00 less €3.00, plus €5.00 shipping, and what happens to it. */
  const happenings: [what: string, moves: string[], refunds: number, net: number][] = [
    ['nothing more', [], 0, 2_700],
    ['a line is cancelled', ['cancel 0'], 0, 900],
    ['a line is cancelled and refunded', ['cancel 0', 'refund 1800'], 0, 900],
    ['a line is refunded and cancelled', ['refund 1800', 'cancel 0'], 0, 900],
    ['a part is refunded', ['refund 700'], 700, 2_000],
    ['a part is refunded, then the line is cancelled', ['refund 700', 'cancel 0'], 0, 900],
    ['a line is cancelled and refunded in two parts', ['cancel 0', 'refund 700', 'refund 1100'], 0, 900],
    ['a part is refunded before the line is cancelled, and the rest after it', ['refund 700', 'cancel 0', 'refund 1100'], 0, 900],
    ['a line is cancelled, and more than it is refunded', ['cancel 0', 'refund 2000'], 200, 700],
    ['both lines are cancelled between refunds', ['cancel 0', 'refund 2000', 'cancel 1', 'refund 700'], 0, 0],
    ['shipping alone is refunded', ['refund 500'], 500, 2_200],
    ['everything is refunded, shipping too', ['refund 3200'], 3_200, -500],
    ['everything is refunded, shipping too, and cancelled', ['refund 3200', 'cancel 0', 'cancel 1'], 500, -500],
  ]

  test.each(happenings)('counts the money that is not returned if %s', async (_, moves, refunds, net) => {
    const order = await place([{ product_id: lamps.brass, unitPrice: 2_000 }, lamps.paper], {
      ...on('2019-12-05'),
      shipping: 500,
      discount: 300,
    })
    const before = (await sales.figures({ from: '2019-12-05', to: today, step: 'month' })).totals
    for (const [move, what] of moves.map((one) => one.split(' ')))
      if (move === 'refund') await caller(admin).orders.refund({ id: order.id, amount: Number(what) })
      else await caller(admin).orders.cancel({ id: order.id, lines: [order.lines[Number(what)]?.id ?? ''] })
    const after = (await sales.figures({ from: '2019-12-05', to: today, step: 'month' })).totals
    expect([after.refunds - before.refunds, after.net - before.net + 2_700]).toEqual([refunds, net])
    const { rows, sum } = await sales.rows({ from: today, to: today, figure: 'refunds', limit: 100 })
    const own = rows.filter(({ orderId }) => orderId === order.id)
    expect(own.reduce((all, { amount }) => all + amount, 0)).toBe(refunds)
    for (const { kind, amount } of own) expect(kind).toBe(amount < 0 ? 'refund-offset' : 'refund')
    expect(rows.reduce((all, { amount }) => all + amount, 0)).toBe(sum)
  })

  test('does not change when a line is cancelled days after its refund: the correction is of today', async () => {
    const order = await place([{ product_id: lamps.brass, unitPrice: 2_000 }], on('2019-12-06'))
    await caller(admin).orders.refund({ id: order.id, amount: 1_500 })
    // As if it had been refunded on that day.
    await app.sql.begin(async (tx) => {
      await tx`alter table sales_entries disable trigger sales_entries_append_only`
      await tx`update sales_entries set at = '2019-12-08T12:00:00Z' where order_id = ${order.id} and kind = 'refund'`
      await tx`alter table sales_entries enable always trigger sales_entries_append_only`
    })
    await rebuildSales(app)
    const days = { from: '2019-12-06', to: '2019-12-08' }
    const then = await sales.figures(days)
    expect(then.steps.map(({ gross, refunds, net }) => [gross, refunds, net])).toEqual([
      [2_000, 0, 2_000],
      [0, 0, 0],
      [0, 1_500, -1_500],
    ])
    const before = (await sales.today()).figures
    await caller(admin).orders.cancel({ id: order.id, lines: [order.lines[0]?.id ?? ''] })
    expect(await sales.figures(days)).toEqual(then)
    const after = (await sales.today()).figures
    expect(after).toMatchObject({ gross: before.gross - 2_000, refunds: before.refunds - 1_500, net: before.net - 500 })
    await caller(admin).orders.refund({ id: order.id, amount: 500 })
    expect((await sales.today()).figures).toMatchObject({ refunds: before.refunds - 1_500, net: before.net - 500 })
  })

  test('subtracts nothing from the refund of a line that was cancelled before it was paid', async () => {
    const order = await place([lamps.brass, { product_id: lamps.paper, unitPrice: 2_000 }])
    await caller(admin).orders.cancel({ id: order.id, lines: [order.lines[1]?.id ?? ''] })
    await caller(admin).orders.pay({ id: order.id })
    const before = (await sales.today()).figures
    await caller(admin).orders.refund({ id: order.id, amount: 1_000 })
    expect((await sales.today()).figures).toMatchObject({ refunds: before.refunds + 1_000, net: before.net - 1_000 })
  })

  test('does not count a line that was cancelled before it was paid', async () => {
    const before = (await sales.today()).figures
    const order = await place([lamps.brass, { product_id: lamps.paper, unitPrice: 2_000 }])
    await caller(admin).orders.cancel({ id: order.id, lines: [order.lines[1]?.id ?? ''] })
    await caller(admin).orders.pay({ id: order.id })
    const after = (await sales.today()).figures
    expect(after).toMatchObject({ gross: before.gross + 1_000, units: before.units + 1, orders: before.orders + 1 })
    expect(after).toMatchObject({ linesPlaced: before.linesPlaced + 2, linesCancelled: before.linesCancelled + 1 })
    const { rows } = await sales.rows({ from: today, to: addDays(today, 1), figure: 'gross', limit: 100 })
    expect(rows.filter(({ orderId }) => orderId === order.id)).toMatchObject([{ kind: 'paid-line', amount: 1_000, title: 'Brass lamp' }])
  })

  test('is given in ISO weeks and in months, the first and the last cut at the ends of the range', async () => {
    await place([lamps.brass], on('2018-12-31'))
    await place([lamps.brass], on('2018-12-30'))
    const { steps } = await sales.figures({ from: '2018-12-27', to: '2019-01-02', step: 'week' })
    expect(steps.map(({ from, to, orders }) => [from, to, orders])).toEqual([
      ['2018-12-27', '2018-12-30', 1],
      ['2018-12-31', '2019-01-02', 1],
    ])
    const months = await sales.figures({ from: '2018-11-30', to: '2019-01-01', step: 'month' })
    expect(months.steps.map(({ from, to, orders }) => [from, to, orders])).toEqual([
      ['2018-11-30', '2018-11-30', 0],
      ['2018-12-01', '2018-12-31', 2],
      ['2019-01-01', '2019-01-01', 0],
    ])
  })

  test('without sales has zeros under their names, and no average of nothing', async () => {
    const { totals, steps } = await sales.figures({ from: '2001-02-27', to: '2001-03-01' })
    const nothing = { gross: 0, refunds: 0, net: 0, shipping: 0, tax: 0, orders: 0, units: 0, linesPlaced: 0, linesCancelled: 0 }
    expect(totals).toEqual({ ...nothing, refundRate: null, averageOrderValue: null, cancellationRate: null })
    expect(steps.map(({ from }) => from)).toEqual(['2001-02-27', '2001-02-28', '2001-03-01'])
    expect(await sales.top({ from: '2001-02-27', to: '2001-03-01', of: 'products' })).toEqual({ rows: [] })
    expect(await sales.rows({ from: '2001-02-27', to: '2001-03-01', figure: 'net' })).toEqual({ rows: [], next: null, sum: 0 })
  })

  test('is up to date as soon as an order is answered, rolled up or not', async () => {
    const { sum: before } = await sales.rows({ from: today, to: addDays(today, 1), figure: 'orders' })
    for (let n = 1; n <= 5; n++) {
      const order = await place([lamps.brass])
      await caller(admin).orders.pay({ id: order.id })
      expect((await sales.rows({ from: today, to: addDays(today, 1), figure: 'orders' })).sum).toBe(before + n)
    }
  })
})

describe('the day', () => {
  test('begins at midnight in the marketplace’s time zone, and has 23 or 25 hours when the clocks change', async () => {
    // Vienna: 2017-03-26 lasts from 23:00 to 22:00, 2017-10-29 from 22:00 to 23:00 (UTC).
    const moments = ['2017-03-25T22:59:59.999Z', '2017-03-25T23:00:00.000Z', '2017-03-26T21:59:59.999Z', '2017-03-26T22:00:00.000Z']
    const autumn = ['2017-10-28T21:59:59.999Z', '2017-10-28T22:00:00.000Z', '2017-10-29T22:59:59.999Z', '2017-10-29T23:00:00.000Z']
    const sum = async (day: string) => (await sales.rows({ from: day, to: day, figure: 'orders' })).sum
    const before = [await sum('2017-03-26'), await sum('2017-10-29')]
    for (const at of [...moments, ...autumn]) await place([lamps.brass], { placedAt: at, paidAt: at })
    expect([await sum('2017-03-26'), await sum('2017-10-29')]).toEqual(before.map((count) => count + 2))
    const { rows } = await sales.rows({ from: '2017-03-26', to: '2017-03-26', figure: 'gross' })
    expect(rows.map(({ at }) => at)).toEqual([moments[2], moments[1]])
  })
})

describe('the best sold', () => {
  test('products, sellers and categories are sorted by gross sales, each with the sums of its rows', async () => {
    const m = aMonth()
    const range = { from: `${m}-01`, to: `${m}-28` }
    await place([{ product_id: lamps.brass, quantity: 3 }, lamps.oil], on(`${m}-03`))
    await place([{ product_id: lamps.paper, unitPrice: 3_500 }], on(`${m}-04`))
    expect((await sales.top({ ...range, of: 'products' })).rows).toEqual([
      { id: lamps.paper, name: 'Paper lamp', seller: expect.objectContaining({ name: 'Rivka' }), gross: 3_500, units: 1, orders: 1 },
      { id: lamps.brass, name: 'Brass lamp', seller: expect.objectContaining({ name: 'Sela' }), gross: 3_000, units: 3, orders: 1 },
      { id: lamps.oil, name: 'Oil lamp', seller: expect.objectContaining({ name: 'Sela' }), gross: 1_000, units: 1, orders: 1 },
    ])
    await caller(seller).account.edit({ change: { shopName: 'Lamps & more' } })
    expect((await sales.top({ ...range, of: 'sellers' })).rows).toEqual([
      {
        id: seller.id,
        name: 'Lamps & more',
        seller: { id: seller.id, name: 'Sela', shopName: 'Lamps & more', avatar: null },
        gross: 4_000,
        units: 4,
        orders: 1,
      },
      {
        id: rival.id,
        name: 'Rivka',
        seller: { id: rival.id, name: 'Rivka', shopName: '', avatar: null },
        gross: 3_500,
        units: 1,
        orders: 1,
      },
    ])
    expect((await sales.top({ ...range, of: 'categories', limit: 2 })).rows).toEqual([
      { id: 'Home', name: 'Home', seller: null, gross: 6_500, units: 4, orders: 2 },
      { id: '', name: '', seller: null, gross: 1_000, units: 1, orders: 1 },
    ])
    for (const [asked, sum] of [
      [{ product_id: lamps.brass }, 3_000],
      [{ seller_id: seller.id }, 4_000],
      [{ category: 'Home' }, 6_500],
      [{ category: '' }, 1_000],
    ] as const) {
      const { rows, sum: response } = await sales.rows({ ...range, figure: 'gross', ...asked })
      expect([response, rows.reduce((all, { amount }) => all + amount, 0)]).toEqual([sum, sum])
    }
  })

  test('a deleted product keeps the name it was sold under', async () => {
    const m = aMonth()
    const { lamps: own } = await openSales(testApp)
    await place([own.oil], on(`${m}-03`))
    await app.sql`delete from products where id = ${own.oil}`
    const { rows } = await sales.top({ from: `${m}-01`, to: `${m}-28`, of: 'products' })
    expect(rows).toMatchObject([{ id: own.oil, name: 'Oil lamp', seller: { shopName: 'Lamps & more' } }])
  })
})

/** All numbers in an answer; ids are text. */
const numbersIn = (response: unknown): number[] => (JSON.stringify(response).match(/(?<=[:[,])-?\d+(?=[,}\]])/g) ?? []).map(Number)

describe('a seller', () => {
  /** Amounts of whole orders, and of the rival's line in them. */
  const secrets = [4_321, 765, 7_777, 23_331, 24_331]

  test('sees figures of their own lines only, and nothing that reveals the others', async () => {
    const m = aMonth()
    const range = { from: `${m}-01`, to: `${m}-28` }
    const lines = [lamps.brass, { product_id: lamps.paper, unitPrice: 7_777, quantity: 3 }]
    await place(lines, { ...on(`${m}-03`), shipping: 4_321, tax: 765 })
    const own = await caller(seller).sales.own({ ...range, step: 'month' })
    expect(own.totals).toEqual({
      gross: 1_000,
      orders: 1,
      units: 1,
      averageOrderValue: 1_000,
      linesPlaced: 1,
      linesCancelled: 0,
      cancellationRate: 0,
    })
    const top = await caller(seller).sales.ownTop(range)
    expect(top.rows).toMatchObject([
      { id: lamps.brass, name: 'Brass lamp', seller: { shopName: 'Lamps & more' }, gross: 1_000, units: 1, orders: 1 },
    ])
    expect(numbersIn([own, top])).not.toEqual(expect.arrayContaining([expect.toBeOneOf(secrets)]))
    const json = JSON.stringify([own, top])
    for (const secret of ['refunds', 'net', 'shipping', 'tax', lamps.paper, 'Paper']) expect(json).not.toContain(secret)
    const mine = await sales.figures({ ...range, seller_id: seller.id, step: 'month' })
    expect(mine.totals).toMatchObject({ ...own.totals, refunds: 0, net: 1_000, shipping: 0, tax: 0 })
  })

  test('sees the rows of their own figures, even of a product that was another’s before, and never a line, a refund or a sum of others', async () => {
    const m = aMonth()
    const range = { from: `${m}-01`, to: `${m}-28` }
    const { lamps: shared } = await openSales(testApp)
    const lines = [lamps.oil, { product_id: shared.paper, unitPrice: 7_777, quantity: 3 }]
    const order = await place(lines, { ...on(`${m}-03`), shipping: 4_321, tax: 765 })
    await app.sql`update products set seller_id = ${seller.id} where id = ${shared.paper}`
    await place([{ product_id: shared.paper, unitPrice: 1_234 }], on(`${m}-04`))
    const calls = caller(seller).sales
    const { rows, sum } = await calls.ownRows({ ...range, figure: 'gross' })
    expect([sum, rows.map(({ amount }) => amount)]).toEqual([2_234, [1_234, 1_000]])
    expect(await calls.ownRows({ ...range, figure: 'gross', product_id: shared.paper })).toMatchObject({
      sum: 1_234,
      rows: [{ amount: 1_234 }],
    })
    expect((await calls.ownTop(range)).rows).toMatchObject([
      { id: shared.paper, gross: 1_234 },
      { id: lamps.oil, gross: 1_000 },
    ])
    const whole = await calls.ownRows({ ...range, figure: 'orders' })
    expect(whole.rows).toMatchObject([{ amount: 1_234 }, { orderId: order.id, amount: 1_000, units: 1 }])
    expect(await calls.ownRows({ ...range, figure: 'gross', product_id: lamps.paper })).toEqual({ rows: [], next: null, sum: 0 })
    expect(numbersIn([rows, whole])).not.toEqual(expect.arrayContaining([expect.toBeOneOf(secrets)]))
    for (const figure of ['refunds', 'net', 'shipping', 'tax'])
      await expect(calls.ownRows({ ...range, figure: figure as 'gross' })).rejects.toMatchObject({
        code: 'invalid-argument',
        data: { field: 'figure' },
      })
    // A seller who names another one is answered about themselves.
    const forged = { ...range, figure: 'gross', seller_id: rival.id } as const
    expect((await calls.ownRows(forged)).sum).toBe(2_234)
    await expect(calls.ownRows({ from: '2019-02-02', to: '2019-02-01', figure: 'gross' })).rejects.toMatchObject({ data: { field: 'to' } })
  })
})

describe('the rows of a figure', () => {
  test('come newest first, page by page, each once, with the item they are about', async () => {
    const m = aMonth()
    const range = { from: `${m}-01`, to: `${m}-28` }
    for (let n = 0; n < 4; n++) await place([lamps.brass, lamps.paper], { ...on(`${m}-03`), shipping: 10 + n })
    const listed: string[] = []
    for await (const { rows, sum } of pagesOf((cursor) => sales.rows({ ...range, figure: 'net', limit: 3, cursor }))) {
      expect(sum).toBe(8_000)
      listed.push(...rows.map(({ id }) => id))
    }
    expect([listed.length, new Set(listed).size]).toEqual([8, 8])
    expect(listed.map(Number)).toEqual(listed.map(Number).toSorted((one, other) => other - one))
    const { rows, sum } = await sales.rows({ ...range, figure: 'orders' })
    expect([rows.length, sum, rows[0]]).toMatchObject(
      [4, 4, { kind: 'order', amount: 2_000, units: 2, title: null, orderNumber: /^\d+$/ }].map((one) =>
        typeof one === 'object' ? { ...one, orderNumber: expect.stringMatching(/^\d+$/) } : one,
      ),
    )
    expect((await sales.rows({ ...range, figure: 'shipping' })).rows.map(({ amount }) => amount)).toEqual([13, 12, 11, 10])
  })

  test.each([
    ['a strange cursor', { cursor: 'x' }, 'cursor'],
    ['the cursor of another list', { cursor: Buffer.from(`2020-01-01T00:00:00.000Z abc`).toString('base64url') }, 'cursor'],
    ['a range turned round', { from: '2019-02-02', to: '2019-02-01' }, 'to'],
    ['a range of a thousand years', { from: '1019-02-02' }, 'to'],
    ['a range with nothing before it', { from: '0001-01-02', to: '0001-01-03' }, 'from'],
    ['a day that never was', { from: '2019-02-30' }, 'from'],
    ['a moment of another zone', { from: '2019-02-01T00:00:00+14:00' }, 'from'],
    ['a figure that is none', { figure: 'profit' as 'net' }, 'figure'],
    ['two filters at once', { product_id: 'a', seller_id: 'b' }, 'seller_id'],
    ['a category as long as a book', { category: 'x'.repeat(1_000) }, 'category'],
  ])('are refused for %s', async (_, asked, field) => {
    await expect(sales.rows({ from: '2019-01-01', to: '2019-01-31', figure: 'gross', ...asked })).rejects.toMatchObject({
      code: 'invalid-argument',
      data: { field },
    })
  })
})

test('a hundred years come by months, seventy by weeks and ten by days, and no more', async () => {
  const to = '2019-12-31'
  expect((await sales.figures({ from: '2010-01-01', to })).steps).toHaveLength(3_652)
  await expect(sales.figures({ from: '2009-12-01', to })).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'step' } })
  await expect(sales.figures({ from: '1940-01-01', to, step: 'week' })).rejects.toMatchObject({ data: { field: 'step' } })
  const century = { from: '1920-01-01', to }
  expect((await sales.figures({ ...century, step: 'month' })).steps).toHaveLength(1_200)
  expect((await sales.top({ ...century, of: 'products' })).rows).toEqual((await sales.top({ from: '2010-01-01', to, of: 'products' })).rows)
  await expect(sales.figures({ from: '1919-12-01', to, step: 'month' })).rejects.toMatchObject({ data: { field: 'to' } })
  await expect(caller(seller).sales.own({ from: '2019-01-02', to: '2019-01-01' })).rejects.toMatchObject({ data: { field: 'to' } })
})
