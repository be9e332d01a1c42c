import { expect, test } from 'vitest'
import { openFeed } from '#server/app/open-feed.ts'
import type { App } from '#server/platform/app.ts'
import { approveProduct } from '#server/products/decide/approve-product.ts'
import { archiveProduct } from '#server/products/decide/archive-product.ts'
import { editProduct } from '#server/products/edit/edit-product.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { openReceiver, says, silent } from '#server/testing/receiver.ts'
import { openTestApp, quiet } from '#server/testing/test-app.ts'
import { idsIn, patience, productsIn, webhookWorkerOf } from '#server/testing/webhook-worker.ts'
import { openWebhookWorker } from '#server/webhooks/webhook-worker.ts'

const testApp = await openTestApp()
const { app, seller, admin, caller } = testApp
const { webhooks } = caller(admin)
const { addEndpoint, openEndpoint, sellAndTakeBack, beforeConsumed } = webhookWorkerOf(testApp)

test('an endpoint that never answers delays no other', async () => {
  const { receiver } = await openEndpoint()
  receiver.answer(silent)
  const other = await openReceiver()
  const { webhook } = await addEndpoint(other.url)
  await sellAndTakeBack(2)
  await expect.poll(() => other.received.length, patience).toBe(2)
  expect(receiver.received.length).toBeLessThanOrEqual(1)
  await webhooks.delete({ id: webhook.id })
})

test('two nodes send each message once', async () => {
  const { receiver, find } = await openEndpoint()
  const another = openWebhookWorker(app, quiet)
  const products = await sellAndTakeBack(12)
  await expect.poll(async () => (await find()).waiting, patience).toBe(0)
  expect(productsIn(receiver.received)).toEqual(products)
  await another.close()
})

test('changes that three nodes make in quick succession arrive in order, each with the product as it was then', async () => {
  const feeds = [await openFeed({ ...app, log: quiet }), await openFeed({ ...app, log: quiet })]
  const workers = [openWebhookWorker(app, quiet), openWebhookWorker(app, quiet)]
  const [first, second, third] = [app, ...feeds.map((feed) => ({ ...app, feed }))] as [App, App, App]
  const { receiver, find } = await openEndpoint()
  const ids: string[] = []
  for (let at = 0; at < 8; at++) ids.push((await addProduct(app, seller.id, 'pending')).id)
  const sell = async (id: string, at: number) => {
    await approveProduct(first, admin, { id, status: 'pending', version: 1 })
    await editProduct(second, seller, { id, version: 1, change: { price: 1_001 + at }, submit: false })
    await archiveProduct(third, seller, id)
  }
  await beforeConsumed(async () => void (await Promise.all(ids.map(sell))))
  await expect.poll(() => receiver.received.length, patience).toBe(24)
  await expect.poll(async () => (await find()).waiting, patience).toBe(0)
  const messages = receiver.received.map(({ body }) => JSON.parse(body))
  for (const [at, id] of ids.entries())
    expect(messages.filter(({ data }) => data.id === id).map(({ type, data }) => [type, data.price])).toEqual([
      ['product.approved', 1_000],
      ['product.updated', 1_001 + at],
      ['product.removed', undefined],
    ])
  await Promise.all([...workers, ...feeds].map((one) => one.close()))
})

test('a node that stops aborts its attempts, and the next one sends the messages under the same id', async () => {
  const { receiver, last, stop } = await openEndpoint()
  receiver.answer(silent)
  await sellAndTakeBack()
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  await stop()
  // The receiver refused nothing, so no attempt is counted.
  expect(await last()).toMatchObject({ status: 'waiting', attempts: 0, lastError: null })
  receiver.answer(says(204))
  const next = openWebhookWorker(app, quiet)
  await expect.poll(async () => (await last())?.status, patience).toBe('delivered')
  expect(new Set(idsIn(receiver.received)).size).toBe(1)
  await next.close()
})
