import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/fixtures.ts'
import { openSales } from '#server/testing/sales.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, admin, seller, rival, person, caller } = testApp
const { lamps, place } = await openSales(testApp)
const home = (who: typeof seller) => caller(who).account.home()
const nothing = { waiting: { orders: 0, rejected: 0, unread: 0 }, sales: { gross: 0, orders: 0 } }

test('each step of a new seller is ticked off by what they did, and stays so', async () => {
  const nora = await person('Nora')
  const undone = { shop: false, emailVerified: false, submitted: false, approved: false }
  await app.sql`update users set email_verified = false where id = ${nora.id}`
  expect(await home(nora)).toEqual({ steps: undone, ...nothing })
  await caller(nora).account.edit({ change: { shopName: 'North' } })
  await app.sql`update users set email_verified = true where id = ${nora.id}`
  await addProduct(app, nora.id, 'draft')
  await addProduct(app, nora.id, 'unfinished')
  expect((await home(nora)).steps).toEqual({ ...undone, shop: true, emailVerified: true })
  const { id } = await addProduct(app, nora.id, 'draft')
  await caller(nora).products.submit({ id })
  expect((await home(nora)).steps).toMatchObject({ submitted: true, approved: false })
  const { version } = await caller(admin).products.get({ id })
  await caller(admin).products.approve({ id, status: 'pending', version })
  await caller(nora).products.delete({ id })
  expect((await home(nora)).steps).toMatchObject({ submitted: true, approved: true })
})

test('a seller sees what waits for them and what they sold in 30 days, and nothing of another seller', async () => {
  const before = await home(rival)
  const order = await place([{ product_id: lamps.brass, quantity: 2 }, lamps.oil])
  await place([lamps.oil], { placedAt: '2019-01-01T12:00:00.000Z', paidAt: '2019-01-01T12:00:00.000Z' })
  await caller(admin).orders.pay({ id: order.id })
  await addProduct(app, seller.id, 'rejected')
  const chat = await caller(admin).chats.open({ buyerId: seller.id })
  await caller(admin).chats.send({ id: chat.id, clientId: crypto.randomUUID(), text: 'Hello Sela.' })
  expect(await home(seller)).toMatchObject({ waiting: { orders: 2, rejected: 1, unread: 1 }, sales: { gross: 3_000, orders: 1 } })
  expect(await home(rival)).toEqual(before)
  expect(before).toMatchObject(nothing)
})
