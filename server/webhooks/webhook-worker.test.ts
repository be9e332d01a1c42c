import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { endless, openReceiver, says, silent } from '#server/testing/receiver.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { idsIn, patience, productsIn, webhookWorkerOf } from '#server/testing/webhook-worker.ts'
import { lockEndpoints } from '#server/webhooks/queue.ts'

const testApp = await openTestApp()
const { app, seller, admin, caller } = testApp
const { webhooks, history, notifications } = caller(admin)
const { allConsumed, log, later, openEndpoint, sellAndTakeBack } = webhookWorkerOf(testApp)

test('messages arrive once, in order, signed by Standard Webhooks, and the log has them', async () => {
  const { id, secret, receiver, find } = await openEndpoint()
  const products = await sellAndTakeBack(3)
  await expect.poll(() => receiver.received.length, patience).toBe(3)
  expect(productsIn(receiver.received)).toEqual(products)
  for (const { headers, body, path } of receiver.received) {
    expect(path).toBe('/hooks?shop=1')
    expect(headers['content-type']).toBe('application/json')
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
  }
  expect(new Set(idsIn(receiver.received)).size).toBe(3)
  await expect.poll(async () => (await log(id)).map(({ status }) => status), patience).toEqual(['delivered', 'delivered', 'delivered'])
  expect(await find()).toMatchObject({ waiting: 0, dead: 0, failingSince: null, lastDeliveredAt: expect.any(String) })
  const detail = await webhooks.delivery({ id: (await log(id))[0]?.id ?? '' })
  expect(detail).toMatchObject({ payload: receiver.received[0]?.body, tries: [{ status: 204, error: null }] })
})

test('the log makes its sentences from their names, and of a former version says what is stored', async () => {
  const { receiver, last } = await openEndpoint()
  receiver.answer(says(302))
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
  const id = (await last())?.id ?? ''
  const said = async () => {
    const { lastError, tries } = await webhooks.delivery({ id })
    return [lastError, (await last())?.lastError, tries[0]?.error]
  }
  const sentence = 'It answered 302; redirects are not followed.'
  expect(await said()).toEqual([sentence, sentence, sentence])
  await app.sql`update webhook_attempts set error = 'As it was.' where delivery_id = ${id}`
  await app.sql`update webhook_deliveries set last_error = 'As it was.', last_problem = last_problem || '{"message": "As it was."}' where id = ${id}`
  expect(await said()).toEqual([sentence, sentence, sentence])
  // A node of the former version notes the next error as a sentence alone.
  await app.sql`update webhook_attempts set named = null, error = 'It answered 500.' where delivery_id = ${id}`
  await app.sql`update webhook_deliveries set last_error = 'It answered 500.' where id = ${id}`
  expect(await said()).toEqual(['It answered 500.', 'It answered 500.', 'It answered 500.'])
})

test('a failing receiver is tried again under the same id until it accepts, and is shown as failing meanwhile', async () => {
  const { id, receiver, last, find } = await openEndpoint()
  receiver.answer(says(500, {}, 'Our database is away.'))
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
  expect(await last()).toMatchObject({ status: 'waiting', lastStatus: 500, lastError: 'It answered 500.' })
  expect(await find()).toMatchObject({ waiting: 1, failingSince: expect.any(String) })
  receiver.answer(says(200, {}, 'Thanks.'))
  await later()
  await expect.poll(async () => (await last())?.status, patience).toBe('delivered')
  expect(new Set(idsIn(receiver.received)).size).toBe(1)
  expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body)
  const { tries } = await webhooks.delivery({ id: (await log(id))[0]?.id ?? '' })
  expect(tries.map(({ status, answer, error }) => [status, answer, error])).toEqual([
    [200, 'Thanks.', null],
    [500, 'Our database is away.', 'It answered 500.'],
  ])
  expect(await find()).toMatchObject({ failingSince: null })
})

test('a failed message is not overtaken by later ones about the same product, and delays no other product', async () => {
  const { id, receiver, find } = await openEndpoint()
  const one = await addProduct(app, seller.id, 'approved')
  const other = await addProduct(app, seller.id, 'approved')
  await app.sql`update products set approved_version = 1, approved_price = 1000 where id = ${one.id}`
  receiver.answer((response, received) => says(receiver.received.length > 1 ? 204 : 500)(response, received))
  await caller(seller).products.archive({ id: one.id })
  await caller(seller).products.restore({ id: one.id })
  await caller(seller).products.archive({ id: one.id })
  await caller(seller).products.archive({ id: other.id })
  await expect.poll(() => productsIn(receiver.received), patience).toEqual([one.id, other.id])
  await expect.poll(async () => (await find()).waiting, patience).toBe(3)
  // The next pass finds nothing to send, as the two that are due wait for the first.
  expect(await lockEndpoints(app, 'another node')).toEqual([])
  await later()
  await expect.poll(async () => (await find()).waiting, patience).toBe(0)
  expect(productsIn(receiver.received)).toEqual([one.id, other.id, one.id, one.id, one.id])
  const [failed, , again, ...rest] = receiver.received
  expect(again?.headers['webhook-id']).toBe(failed?.headers['webhook-id'])
  expect(rest.map(({ body }) => JSON.parse(body).type)).toEqual(['product.approved', 'product.removed'])
  expect((await log(id)).map(({ status }) => status)).toEqual(Array(4).fill('delivered'))
})

test('after an outage the first accepted message makes all others due at once, without using up one of their attempts', async () => {
  const { id, receiver, find } = await openEndpoint()
  receiver.answer(says(500))
  await sellAndTakeBack(2)
  await expect.poll(async () => (await log(id)).map(({ attempts }) => attempts), patience).toEqual([1, 1])
  const [early, late] = await log(id)
  if (!early || !late) throw new Error('Two messages should wait.')
  // Both are deferred for hours, and their endpoint has accepted nothing for six minutes.
  await app.sql`update webhook_deliveries set attempts = 6, due_at = now() + interval '10 hours' where endpoint_id = ${id}`
  await app.sql`update webhook_endpoints set failing_since = now() - interval '6 minutes', rest_until = null where id = ${id}`
  // One message is refused for its own reason, everything else is accepted.
  receiver.answer((response, received) => says(received.headers['webhook-id'] === late.id ? 500 : 204)(response, received))
  await sellAndTakeBack()
  await expect.poll(async () => (await log(id)).map(({ status }) => status), patience).toEqual(['delivered', 'waiting', 'delivered'])
  await expect.poll(async () => (await find()).failingSince, patience).not.toBeNull()
  expect((await log(id))[1]).toMatchObject({ attempts: 6, lastStatus: 500 })
  // Not an outage this time: the failed message keeps its turn.
  await app.sql`update webhook_endpoints set rest_until = null`
  await sellAndTakeBack()
  await expect.poll(async () => (await log(id))[3]?.status, patience).toBe('delivered')
  const [, refused] = await log(id)
  expect(Date.parse(refused?.due ?? '') - Date.now()).toBeGreaterThan(60 * 60 * 1000)
})

test('an attempt without an answer ends in time and is repeated', async () => {
  const { receiver, last } = await openEndpoint(300)
  receiver.answer(silent)
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
  expect(await last()).toMatchObject({ status: 'waiting', lastStatus: null, lastError: expect.stringMatching(/^No answer within/) })
})

test('an address that refuses connections is tried again', async () => {
  const { receiver, last } = await openEndpoint()
  await receiver.close()
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
  expect(await last()).toMatchObject({ status: 'waiting', lastStatus: null, lastError: expect.stringContaining('ECONNREFUSED') })
})

test('a redirect is a failure and is not followed', async () => {
  const { receiver, last } = await openEndpoint()
  const elsewhere = await openReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answer(says(status, { location: `${elsewhere.url}/secrets` }))
    await sellAndTakeBack()
    await expect.poll(async () => (await last())?.lastError, patience).toBe(`It answered ${status}; redirects are not followed.`)
    await app.sql`update webhook_endpoints set rest_until = null`
  }
  expect(elsewhere.received).toHaveLength(0)
})

test('a receiver that answers 101 has failed like any other: it is tried again, and no node waits for it', async () => {
  const { receiver, last, stop } = await openEndpoint()
  receiver.answer(says(101, { connection: 'Upgrade', upgrade: 'websocket' }))
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
  expect(await last()).toMatchObject({ status: 'waiting', lastStatus: 101, lastError: 'It answered 101.' })
  await later()
  await expect.poll(async () => (await last())?.attempts, patience).toBe(2)
  receiver.answer(says(204))
  await later()
  await expect.poll(async () => (await last())?.status, patience).toBe('delivered')
  await stop()
})

test('an endless answer is cut: its status counts, its beginning is stored', async () => {
  const { id, receiver, last } = await openEndpoint()
  receiver.answer(endless(200))
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.status, patience).toBe('delivered')
  receiver.answer(endless(500))
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.lastStatus, patience).toBe(500)
  for (const { id: delivery } of await log(id)) {
    const { tries } = await webhooks.delivery({ id: delivery })
    expect(tries[0]?.answer).toHaveLength(limits.webhook.answerKeptBytes)
    expect(tries[0]?.ms).toBeLessThan(5_000)
  }
})

test('a wait requested by Retry-After is respected, up to a limit', async () => {
  const { receiver, last, find } = await openEndpoint()
  receiver.answer(says(429, { 'retry-after': '1800' }))
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.lastStatus, patience).toBe(429)
  const wait = Date.parse((await last())?.due ?? '') - Date.now()
  expect(wait).toBeGreaterThan(1_700_000)
  expect(wait).toBeLessThan(1_801_000)
  expect(Date.parse((await find()).restsUntil ?? '') - Date.now()).toBeGreaterThan(1_700_000)
  // Later messages wait, too.
  await sellAndTakeBack()
  expect((await last())?.attempts).toBe(0)
  expect(receiver.received).toHaveLength(1)
  receiver.answer(says(503, { 'retry-after': new Date(Date.now() + 10 * 365 * 86_400_000).toUTCString() }))
  await later()
  await expect.poll(async () => (await find()).waiting > 0 && (await last())?.attempts, patience).toBe(0)
  await expect.poll(() => receiver.received.length, patience).toBe(2)
  await expect.poll(async () => Date.parse((await find()).restsUntil ?? '') - Date.now() > 0, patience).toBe(true)
  expect(Date.parse((await find()).restsUntil ?? '') - Date.now()).toBeLessThanOrEqual(limits.webhook.restMaxMs)
})

test('410 switches an endpoint off: nothing more is sent, admins are notified, and the history has it', async () => {
  const { id, receiver, last, find } = await openEndpoint()
  receiver.answer(says(410))
  await sellAndTakeBack()
  await expect.poll(async () => (await find()).enabled, patience).toBe(false)
  expect(await find()).toMatchObject({ gone: true })
  expect(await last()).toMatchObject({ status: 'dead', lastStatus: 410 })
  await allConsumed()
  const { rows } = await history.list({ limit: 1 })
  expect(rows[0]).toMatchObject({ kind: 'webhook.disable', user: null, description: expect.stringContaining('was switched off') })
  const [notice] = (await notifications.list({})).rows
  expect(notice).toMatchObject({ type: 'info', productId: null, link: `/admin/settings/webhooks/${id}` })
  expect((await caller(seller).notifications.list({})).rows.map(({ message }) => message).join()).not.toContain('webhook')
  await sellAndTakeBack()
  expect(receiver.received).toHaveLength(1)
  await expect(webhooks.replay({ id: (await last())?.id ?? '' })).rejects.toMatchObject({ code: 'wrong-status' })
  receiver.answer(says(204))
  expect(await webhooks.edit({ id, change: { enabled: true } })).toMatchObject({ enabled: true, gone: false, failingSince: null })
  expect(await webhooks.replayDead({ id })).toEqual({ count: 1 })
  await expect.poll(async () => (await last())?.status, patience).toBe('delivered')
  expect(new Set(idsIn(receiver.received)).size).toBe(1)
})

test('nothing goes to a private network once the settings forbid it again, not even waiting messages', async () => {
  const { receiver, last } = await openEndpoint()
  await caller(admin).settings.edit({ change: { webhooksPrivate: false } })
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
  expect(await last()).toMatchObject({ status: 'waiting', lastError: '127.0.0.1 is not an address that webhooks may go to.' })
  expect(receiver.received).toHaveLength(0)
})
