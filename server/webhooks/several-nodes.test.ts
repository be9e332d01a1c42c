import { expect, test } from 'vitest'
import { courierOf, idsIn, patience, productsIn, quietLog } from '#server/testing/courier.ts'
import { openReceiver, says, silent } from '#server/testing/receiver.ts'
import { openWorld } from '#server/testing/world.ts'
import { openCourier } from '#server/webhooks/courier.ts'

const world = await openWorld()
const { app, admin, caller } = world
const { webhooks } = caller(admin)
const { tell, openShop, sellAndTakeBack } = courierOf(world)

test('one endpoint that is silent holds up no other', async () => {
  const { receiver } = await openShop(20_000)
  receiver.answer(silent)
  const other = await openReceiver()
  const { webhook } = await tell(other.url)
  await sellAndTakeBack(2)
  await expect.poll(() => other.received.length, patience).toBe(2)
  expect(receiver.received.length).toBeLessThanOrEqual(1)
  await webhooks.delete({ id: webhook.id })
  await other.close()
})

test('two nodes send each message once', async () => {
  const { receiver, find } = await openShop()
  const another = openCourier(app, quietLog)
  const products = await sellAndTakeBack(12)
  await expect.poll(async () => (await find()).waiting, patience).toBe(0)
  expect(productsIn(receiver.received)).toEqual(products)
  await another.close()
})

test('a node that ends breaks off what is under way, and the next one sends it under the same id', async () => {
  const { receiver, last, stop } = await openShop(60_000)
  receiver.answer(silent)
  await sellAndTakeBack()
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  await stop()
  // It was nobody's no.
  expect(await last()).toMatchObject({ status: 'waiting', attempts: 0, lastError: null })
  receiver.answer(says(204))
  const next = openCourier(app, quietLog)
  await expect.poll(async () => (await last())?.status, patience).toBe('delivered')
  expect(new Set(idsIn(receiver.received)).size).toBe(1)
  await next.close()
})
