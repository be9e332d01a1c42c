import { expect, test } from 'vitest'
import { openSales } from '#server/testing/sales.ts'
import { openTestApp } from '#server/testing/test-app.ts'

test('lines to ship are counted with their orders, the unpaid and the refunded ones, for sellers only their own, as the list of open lines has them', async () => {
  const testApp = await openTestApp()
  const { seller, rival, admin, caller } = testApp
  const { lamps, place } = await openSales(testApp)
  const countFor = async (who: typeof admin) => {
    const { lines, ...in_ } = await caller(who).orders.unshipped()
    const { rows } =
      who === admin ? await caller(admin).orders.list({ lineStatus: 'open' }) : await caller(who).orders.listOwn({ lineStatus: 'open' })
    expect(rows).toHaveLength(in_.orders)
    const withStatus = (status: string) => rows.filter(({ paymentStatus }) => paymentStatus === status).length
    expect({ unpaid: withStatus('unpaid'), refunded: withStatus('refunded') }).toEqual({ unpaid: in_.unpaid, refunded: in_.refunded })
    return { lines, ...in_ }
  }
  expect(await countFor(admin)).toEqual({ lines: 0, orders: 0, unpaid: 0, refunded: 0 })
  const paid = await place([lamps.brass, lamps.oil, lamps.paper])
  await caller(admin).orders.pay({ id: paid.id })
  await place([lamps.brass])
  const sent = await place([lamps.oil])
  await caller(admin).orders.cancel({ id: sent.id, lines: sent.lines.map(({ id }) => id) })
  const returned = await place([lamps.oil])
  await caller(admin).orders.pay({ id: returned.id })
  await caller(admin).orders.refund({ id: returned.id, amount: returned.total })
  expect(await countFor(admin)).toEqual({ lines: 5, orders: 3, unpaid: 1, refunded: 1 })
  expect(await countFor(seller)).toEqual({ lines: 4, orders: 3, unpaid: 1, refunded: 1 })
  expect(await countFor(rival)).toEqual({ lines: 1, orders: 1, unpaid: 0, refunded: 0 })
})
