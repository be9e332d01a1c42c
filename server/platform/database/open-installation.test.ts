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

test('an operator can change a wrong currency and time zone while no product or order uses them', async () => {
  const { app } = await open()
  expect(await openInstallation(app.db, inYen)).toMatchObject(inYen)
  expect(await openInstallation(app.db, asItIs)).toMatchObject(inYen)
})

test('a marketplace with a product keeps its currency and time zone, and an operator who sets others learns that', async () => {
  const { app, seller } = await open()
  await addProduct(app, seller.id, 'pending')
  await expect(openInstallation(app.db, { ...asItIs, currency: 'JPY' })).rejects.toThrow(
    /CURRENCY is "JPY".* has products and stays with EUR/,
  )
  await expect(openInstallation(app.db, { ...asItIs, timeZone: 'Asia/Tokyo' })).rejects.toThrow(/TIME_ZONE.* stays with Europe\/Vienna/)
  expect(await openInstallation(app.db, asItIs)).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Vienna' })
})

test('orders keep their currency and days even if all their products are deleted', async () => {
  const { app, seller } = await open()
  await addOrder(app, seller.id)
  await expect(openInstallation(app.db, inYen)).rejects.toThrow(/CURRENCY is "JPY".* has orders and stays with EUR/)
  expect(await openInstallation(app.db, asItIs)).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Vienna' })
})
