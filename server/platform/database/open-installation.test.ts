import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/fixtures.ts'
import { addOrder } from '#server/testing/orders.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { assertSecret } from './assert-secret.ts'
import { openInstallation } from './open-installation.ts'

const inYen = { currency: 'JPY', timeZone: 'Asia/Tokyo' }
const asItIs = { currency: null, timeZone: null }

test('an operator can change a wrong currency and time zone while no product or order uses them', async () => {
  const { app } = await openTestApp()
  expect(await openInstallation(app.db, inYen)).toMatchObject(inYen)
  expect(await openInstallation(app.db, asItIs)).toMatchObject(inYen)
})

test('an operator reads at the first start alone which currency and time zone the marketplace has', async () => {
  const { app } = await openTestApp()
  const lines: string[] = []
  const start = () => openInstallation(app.db, inYen, (line) => lines.push(line))
  await app.sql`delete from installation`
  await start()
  await start()
  expect(lines).toEqual([expect.stringMatching(/^Currency JPY, time zone Asia\/Tokyo: CURRENCY and TIME_ZONE can change them until/)])
})

test('a marketplace with a product keeps its currency and time zone, and an operator who sets others learns that', async () => {
  const { app, seller } = await openTestApp()
  await addProduct(app, seller.id, 'pending')
  await expect(openInstallation(app.db, { ...asItIs, currency: 'JPY' })).rejects.toThrow(
    /CURRENCY is "JPY".* has products and stays with EUR/,
  )
  await expect(openInstallation(app.db, { ...asItIs, timeZone: 'Asia/Tokyo' })).rejects.toThrow(/TIME_ZONE.* stays with Europe\/Vienna/)
  expect(await openInstallation(app.db, asItIs)).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Vienna' })
})

test('orders keep their currency and days even if all their products are deleted', async () => {
  const { app, seller } = await openTestApp()
  await addOrder(app, seller.id)
  await expect(openInstallation(app.db, inYen)).rejects.toThrow(/CURRENCY is "JPY".* has orders and stays with EUR/)
  expect(await openInstallation(app.db, asItIs)).toMatchObject({ currency: 'EUR', timeZone: 'Europe/Vienna' })
})

test('a node with the same session secret starts, also after a restore; one with another is refused, and nothing changes', async () => {
  const { app } = await openTestApp()
  const one = 'a secret that all nodes share, long enough'
  const other = 'another secret, which is also long enough'
  const stored = async () => (await app.sql`select secret_fingerprint as fingerprint from installation`)[0]?.fingerprint
  await assertSecret(app.db, one)
  const before = await stored()
  // A restored backup begins another history.
  await app.sql`update installation set epoch = 'restored'`
  await assertSecret(app.db, one)
  await expect(assertSecret(app.db, other)).rejects.toThrow(/is not the one that this database is used with.*new-session-secret/)
  expect(await stored()).toBe(before)
  expect(before).not.toContain('secret')
})
