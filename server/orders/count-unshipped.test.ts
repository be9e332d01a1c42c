import { expect, test } from 'vitest'
import { openShop } from '#server/testing/sales.ts'
import { openTestApp } from '#server/testing/test-app.ts'

test('the lines to be shipped are counted with their orders and the unpaid ones among these, for sellers only their own, as the list of open lines shows them', async () => {
  const testApp = await openTestApp()
  const { seller, rival, admin, caller } = testApp
  const { lamps, place } = await openShop(testApp)
  const response = async (who: typeof admin) => {
    const { lines, ...in_ } = await caller(who).orders.unshipped()
    const { rows } =
      who === admin ? await caller(admin).orders.list({ lineStatus: 'open' }) : await caller(who).orders.listOwn({ lineStatus: 'open' })
    expect(rows).toHaveLength(in_.orders)
    expect(rows.filter(({ paymentStatus }) => paymentStatus === 'unpaid')).toHaveLength(in_.unpaid)
    return { lines, ...in_ }
  }
  expect(await response(admin)).toEqual({ lines: 0, orders: 0, unpaid: 0 })
  const paid = await place([lamps.brass, lamps.oil, lamps.paper])
  await caller(admin).orders.pay({ id: paid.id })
  await place([lamps.brass])
  const sent = await place([lamps.oil])
  await caller(admin).orders.cancel({ id: sent.id, lines: sent.lines.map(({ id }) => id) })
  expect(await response(admin)).toEqual({ lines: 4, orders: 2, unpaid: 1 })
  expect(await response(seller)).toEqual({ lines: 3, orders: 2, unpaid: 1 })
  expect(await response(rival)).toEqual({ lines: 1, orders: 1, unpaid: 0 })
  await testApp.close()
})
