import { describe, expect, test } from 'vitest'
import { byteOrderMark } from '#domain/csv.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { exportSalesRows } from '#server/sales/export-sales.ts'
import { pendingProduct } from '#server/testing/listing.ts'
import { openSales } from '#server/testing/sales.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const testApp = await openTestApp()
const { app, admin, seller, rival, person, caller } = testApp
const { ask } = await openTestServer(app)
const { lamps, place } = await openSales(testApp)
const at = { placedAt: '2019-03-05T12:00:00.000Z', paidAt: '2019-03-05T12:00:00.000Z' }
const march = 'from=2019-03-01&to=2019-03-31'
const linesOf = (text: string) => text.replace(byteOrderMark, '').trim().split('\r\n')

describe('sales as CSV', () => {
  test('are the figures of the screen, step by step, in major units', async () => {
    await app.sql`update products set title = '=1+1', category = '@Home' where id = ${lamps.paper}`
    await place([{ product_id: lamps.brass, quantity: 2, unitPrice: 1_050 }, lamps.paper], { ...at, shipping: 490, tax: 77, discount: 100 })
    const response = await ask(`/api/sales/figures.csv?${march}&step=month`, { as: admin })
    expect(response.headers.get('content-disposition')).toContain('sales.csv')
    expect(linesOf(response.text)).toEqual([
      'from,to,gross,orders,units,averageOrderValue,linesPlaced,linesCancelled,cancellationRate,refunds,net,shipping,tax,refundRate,currency',
      '2019-03-01,2019-03-31,30.00,1,3,30.00,2,0,0,0.00,30.00,4.90,0.77,0,EUR',
    ])
    const ofRival = await ask(`/api/sales/figures.csv?${march}&step=month&seller_id=${rival.id}`, { as: admin })
    expect(linesOf(ofRival.text)[1]).toBe('2019-03-01,2019-03-31,9.68,1,1,9.68,1,0,0,0.00,9.68,0.00,0.00,,EUR')
    expect(linesOf((await ask(`/api/sales/figures.csv?${march}`, { as: admin })).text)).toHaveLength(32)
  })

  test('are the best sold and the rows of a figure, and a spreadsheet runs no formula of them', async () => {
    const top = linesOf((await ask(`/api/sales/top.csv?of=products&${march}`, { as: admin })).text)
    expect(top).toEqual([
      'id,name,sellerName,sellerShop,gross,units,orders,currency',
      `${lamps.brass},Brass lamp,Sela,,20.32,2,1,EUR`,
      `${lamps.paper},'=1+1,Rivka,,9.68,1,1,EUR`,
    ])
    const rows = linesOf((await ask(`/api/sales/rows.csv?figure=gross&${march}`, { as: admin })).text)
    expect(rows[0]).toBe('at,day,kind,orderNumber,title,seller_id,sellerName,sellerShop,category,amount,units,currency')
    expect(rows.slice(1).toSorted()).toEqual([
      expect.stringMatching(
        new RegExp(`^2019-03-05T12:00:00.000Z,2019-03-05,paid-line,\\d+,'=1\\+1,${rival.id},Rivka,,'@Home,9.68,1,EUR$`),
      ),
      expect.stringMatching(
        new RegExp(`^2019-03-05T12:00:00.000Z,2019-03-05,paid-line,\\d+,Brass lamp,${seller.id},Sela,,Home,20.32,2,EUR$`),
      ),
    ])
  })

  test('name for each row the marketplace’s day it counts to, even if it is another day in UTC', async () => {
    // 23:30 of one day and 00:30 of the next in Vienna, in the night before summer time begins.
    for (const moment of ['2018-03-24T22:30:00.000Z', '2018-03-24T23:30:00.000Z'])
      await place([lamps.oil], { placedAt: moment, paidAt: moment })
    const days = 'from=2018-03-24&to=2018-03-25'
    const { text } = await ask(`/api/sales/rows.csv?figure=gross&${days}`, { as: admin })
    expect(linesOf(text).map((line) => line.split(',').slice(0, 2))).toEqual([
      ['at', 'day'],
      ['2018-03-24T23:30:00.000Z', '2018-03-25'],
      ['2018-03-24T22:30:00.000Z', '2018-03-24'],
    ])
    const { text: own } = await ask(`/api/sales/own-rows.csv?figure=orders&${days}`, { as: seller })
    expect(linesOf(own)[1]).toMatch(/^2018-03-24T23:30:00.000Z,2018-03-25,order,/)
  })

  test('are the decisions in all, by reason and by admin, and the sign-ups of each day', async () => {
    const product = await pendingProduct(testApp, { seller: rival, fields: { title: 'Rug' } })
    await caller(admin).products.reject({ ...product, code: 'other', rejectionReason: 'The fringe is missing entirely.', fields: [] })
    const { day } = await caller(admin).sales.today()
    expect(linesOf((await ask(`/api/sales/review.csv?from=${day}&to=${day}`, { as: admin })).text)).toEqual([
      'of,id,name,approved,rejected,medianMs,p90Ms',
      expect.stringMatching(/^all,,,0,1,\d+,\d+$/),
      'reason,other,,,1,,',
      expect.stringMatching(`^admin,${admin.id},${admin.name},0,1,\\d+,$`),
    ])
    const signUps = linesOf((await ask('/api/sales/sign-ups.csv', { as: admin })).text)
    const [row] = await app.sql<{ people: number }[]>`select count(*) as people from users`
    expect([signUps.length, signUps[0], signUps.at(-1)]).toEqual([366, 'day,signUps', `${day},${row?.people}`])
  })

  test('show what was taken back as a negative number', async () => {
    const { day } = await caller(admin).sales.today()
    const order = await place([lamps.oil], at)
    await caller(admin).orders.cancel({ id: order.id, lines: [order.lines[0]?.id ?? ''] })
    const { text } = await ask(`/api/sales/rows.csv?figure=gross&from=${day}&to=${day}`, { as: admin })
    expect(linesOf(text)[1]).toContain(',-10.00,-1,EUR')
  })

  test('have only a seller’s own lines', async () => {
    const { text } = await ask(`/api/sales/own.csv?${march}&step=month`, { as: rival })
    expect(linesOf(text)).toEqual([
      'from,to,gross,orders,units,averageOrderValue,linesPlaced,linesCancelled,cancellationRate,currency',
      '2019-03-01,2019-03-31,9.68,1,1,9.68,1,0,0,EUR',
    ])
    const foreign = await ask(`/api/sales/own.csv?${march}&step=month&seller_id=${seller.id}`, { as: rival })
    expect(foreign.text).toBe(text)
    const rows = await ask(`/api/sales/own-rows.csv?${march}&figure=gross&seller_id=${seller.id}`, { as: rival })
    expect(rows.headers.get('content-disposition')).toContain('sales-gross.csv')
    expect(linesOf(rows.text)).toEqual([
      'at,day,kind,orderNumber,title,category,amount,units,currency',
      expect.stringMatching(/^2019-03-05T12:00:00.000Z,2019-03-05,paid-line,\d+,'=1\+1,'@Home,9.68,1,EUR$/),
    ])
    const none = await ask(`/api/sales/own-rows.csv?${march}&figure=gross&product_id=${lamps.brass}`, { as: rival })
    expect(linesOf(none.text)).toHaveLength(1)
    const own = await ask(`/api/sales/own-rows.csv?${march}&figure=gross&product_id=${lamps.brass}`, { as: seller })
    expect(linesOf(own.text)).toEqual([expect.any(String), expect.stringContaining(',Brass lamp,')])
  })

  test('are read page by page, each row once, and end when the admin is suspended', async () => {
    const april = { from: '2019-04-01', to: '2019-04-30', figure: 'linesPlaced' as const }
    for (let n = 0; n < limits.export.page / 100; n++) {
      const lines = Array.from({ length: 101 }, () => lamps.brass)
      await place(lines, { placedAt: '2019-04-05T12:00:00.000Z' })
    }
    const { text } = await ask(`/api/sales/rows.csv?figure=linesPlaced&from=2019-04-01&to=2019-04-30`, { as: admin })
    expect(linesOf(text)).toHaveLength(1 + 101 * (limits.export.page / 100))
    const gone = await person('Gone', { role: 'admin' })
    const lines = exportSalesRows(app, gone, april)
    expect((await lines.next()).value).toMatch(/^at,/)
    await caller(admin).users.suspend({ id: gone.id, reason: 'Left.' })
    await expect(lines.next()).rejects.toMatchObject({ code: 'account-suspended' })
  })

  test.each([
    ['figures.csv?from=2019-03-02&to=2019-03-01', 'to'],
    ['figures.csv?from=1019-03-02&to=2019-03-01', 'to'],
    ['figures.csv?to=2019-03-01', 'from'],
    ['figures.csv?from=2019-03-02&to=2019-03-03&step=year', 'step'],
    ['top.csv?from=2019-03-02&to=2019-03-03&of=buyers', 'of'],
    ['review.csv?from=2019-03-02&to=2019-03-01', 'to'],
    ['rows.csv?from=2019-03-02&to=2019-03-01&figure=net', 'to'],
    ['rows.csv?from=2019-03-02&to=2019-03-03', 'figure'],
    ['own-rows.csv?from=2019-03-02&to=2019-03-01&figure=gross', 'to'],
    ['own-rows.csv?from=2019-03-02&to=2019-03-03&figure=refunds', 'figure'],
  ])('%s is refused with its field', async (path, field) => {
    const { status, json } = await ask(`/api/sales/${path}`, { as: path.startsWith('own') ? seller : admin })
    expect([status, json?.code, json?.field]).toEqual([400, 'invalid-argument', field])
  })
})
