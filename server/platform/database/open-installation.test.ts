import { afterEach, expect, test } from 'vitest'
import { addProduct } from '#server/testing/fixtures.ts'
import { addOrder } from '#server/testing/orders.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openInstallation } from './open-installation.ts'

let testApp: TestApp
const open = async () => {
  testApp = await openTestApp()
  return testApp
}
afterEach(() => testApp.close())

const inYen = { currency: 'JPY', timeZone: 'Asia/Tokyo' }
const asItIs = { currency: null, timeZone: null }

test('an operator who chose the wrong currency and time zone chooses anew while nothing is sold in them', async () => {
  const { app } = await open()
  expect(await openInstallation(app.db, inYen)).toMatchObject(inYen)
  expect(await openInstallation(app.db, asItIs)).toMatchObject(inYen)
})

test('a marketplace with a product keeps its currency and its time zone, and says so to whoever sets others', async () => {
  const { app, seller } = await open()
  await addProduct(app, seller.id, 'pending')
  await expect(openInstallation(app.db, { ...asItIs, currency: 'JPY' })).rejects.toThrow(
    /CURRENCY is "JPY".* has products and stays with EUR/,
  )
  await expect(openInstallation(app.db, { ...asItIs, timeZone: 'Asia/Tokyo' })).rejects.toThrow(/TIME_ZONE.* stays with Europe\/Vienna/)
  expect(await openInstallation(app.db, asItIs)).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Vienna' })
})

test('orders whose products are all deleted keep their currency and the days they were placed on', async () => {
  const { app, seller } = await open()
  await addOrder(app, seller.id)
  await expect(openInstallation(app.db, inYen)).rejects.toThrow(/CURRENCY is "JPY".* has orders and stays with EUR/)
  expect(await openInstallation(app.db, asItIs)).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Vienna' })
})
