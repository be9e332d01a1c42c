import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { limits } from '#domain/limits.ts'
import { endless, openReceiver, type Received, says, silent } from '#server/testing/receiver.ts'
import { addProduct } from '#server/testing/things.ts'
import { shopOf } from '#server/testing/webhooks.ts'
import { openWorld } from '#server/testing/world.ts'
import { openCourier } from '#server/webhooks/courier.ts'
import { tellOfFailing } from '#server/webhooks/endpoint-trouble.ts'
import { waitAfter } from '#server/webhooks/schedule.ts'
import { sweepDeliveries } from '#server/webhooks/sweep-deliveries.ts'

const world = await openWorld()
const { app, seller, admin, caller } = world
const { webhooks, history, notifications } = caller(admin)
const { tell, allTold, log, later } = shopOf(world)
const quiet = { info: () => {}, warn: () => {} }
const patience = { timeout: 15_000, interval: 10 }

/** A shop of its own with its receiver, and a node that sends. */
async function openShop(attemptMs = 5_000) {
  const receiver = await openReceiver()
  const made = await tell(`${receiver.url}/hooks?shop=1`)
  const courier = openCourier(app, quiet, { attemptMs })
  close = async () => {
    await courier.close()
    await webhooks.delete({ id: made.webhook.id })
    await receiver.close()
  }
  const { id } = made.webhook
  return { ...made, id, receiver, last: async () => (await log(id)).at(-1), find: () => webhooks.get({ id }), stop: courier.close }
}
let close = async () => {}
afterEach(async () => {
  await close()
  close = async () => {}
})

/** Takes products off sale, one after the other; answers their ids. */
async function sellAndTakeBack(count = 1): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push((await addProduct(app, seller.id, 'approved')).id)
  for (const id of ids) await caller(seller).products.archive({ id })
  await allTold()
  return ids
}

const idsIn = (received: Received[]) => received.map(({ headers }) => headers['webhook-id'])
const productsIn = (received: Received[]) => received.map(({ body }) => JSON.parse(body).data.id)

test('what happened arrives signed as Standard Webhooks says, once, in its order, and the log has it', async () => {
  const { id, secret, receiver, find } = await openShop()
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

test('a receiver that is down is tried again under the same id until it takes it, and is shown as failing meanwhile', async () => {
  const { id, receiver, last, find } = await openShop()
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

test('a receiver that never answers is given up on in time and tried again', async () => {
  const { receiver, last } = await openShop(300)
  receiver.answer(silent)
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
  expect(await last()).toMatchObject({ status: 'waiting', lastStatus: null, lastError: expect.stringMatching(/^No answer within/) })
})

test('an address where nobody listens is tried again', async () => {
  const { receiver, last } = await openShop()
  await receiver.close()
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
  expect(await last()).toMatchObject({ status: 'waiting', lastStatus: null, lastError: expect.stringContaining('ECONNREFUSED') })
})

test('a redirect is a failure, and where it leads nobody hears of it', async () => {
  const { receiver, last } = await openShop()
  const elsewhere = await openReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answer(says(status, { location: `${elsewhere.url}/secrets` }))
    await sellAndTakeBack()
    await expect.poll(async () => (await last())?.lastError, patience).toBe(`It answered ${status}; redirects are not followed.`)
    await app.sql`update webhook_endpoints set rest_until = null`
  }
  expect(elsewhere.received).toHaveLength(0)
  await elsewhere.close()
})

test('a receiver that answers 101 has failed like any other: it is tried again, and no node hangs on it', async () => {
  const { receiver, last, stop } = await openShop(2_000)
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

test('an answer without end is cut: its status counts, its beginning is kept', async () => {
  const { id, receiver, last } = await openShop()
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

test('who asks for time by Retry-After is given it, within reason', async () => {
  const { receiver, last, find } = await openShop()
  receiver.answer(says(429, { 'retry-after': '1800' }))
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.lastStatus, patience).toBe(429)
  const wait = Date.parse((await last())?.due ?? '') - Date.now()
  expect(wait).toBeGreaterThan(1_700_000)
  expect(wait).toBeLessThan(1_801_000)
  expect(Date.parse((await find()).restsUntil ?? '') - Date.now()).toBeGreaterThan(1_700_000)
  // What happens meanwhile waits with it.
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

test('410 switches an endpoint off: nothing more is sent, admins and the history are told', async () => {
  const { id, receiver, last, find } = await openShop()
  receiver.answer(says(410))
  await sellAndTakeBack()
  await expect.poll(async () => (await find()).enabled, patience).toBe(false)
  expect(await find()).toMatchObject({ gone: true })
  expect(await last()).toMatchObject({ status: 'dead', lastStatus: 410 })
  await allTold()
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

describe('a message that is never taken', () => {
  test('is dead and visible after ten attempts over three days, and delivered once it is replayed', async () => {
    const { id, receiver, last, find } = await openShop()
    receiver.answer(says(500))
    await sellAndTakeBack()
    const attempts = limits.webhook.retryMs.length + 1
    for (let tries = 1; tries <= attempts; tries++) {
      await expect.poll(async () => (await last())?.attempts, patience).toBe(tries)
      await later()
    }
    expect(attempts).toBe(10)
    expect(await last()).toMatchObject({ status: 'dead', due: null })
    expect(await find()).toMatchObject({ waiting: 0, dead: 1 })
    receiver.answer(says(204))
    await sellAndTakeBack()
    await expect.poll(async () => (await last())?.status, patience).toBe('delivered')
    expect((await log(id))[0]?.status).toBe('dead')
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    expect(await webhooks.replayDead({ id, since: tomorrow })).toEqual({ count: 0 })
    expect(await webhooks.replayDead({ id })).toEqual({ count: 1 })
    await expect.poll(async () => (await log(id)).map(({ status }) => status), patience).toEqual(['delivered', 'delivered'])
    expect(new Set(idsIn(receiver.received)).size).toBe(2)
  })

  test('has been tried for three days, each wait longer or shorter by a tenth at most', () => {
    const total = (chance: number) =>
      limits.webhook.retryMs.reduce((sum, _, at) => sum + (waitAfter(at + 1, null, () => chance) ?? Number.NaN), 0) / 86_400_000
    expect([total(0), total(0.5), total(1)].map((days) => Math.round(days * 10) / 10)).toEqual([2.8, 3.1, 3.5])
    expect(waitAfter(limits.webhook.retryMs.length + 1, null)).toBeNull()
    expect(waitAfter(1, 60_000)).toBe(60_000)
  })

  test('is given up after that time also where a long queue gave it fewer attempts', async () => {
    const { receiver, last } = await openShop()
    receiver.answer(says(500))
    await sellAndTakeBack()
    await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
    await app.sql`update webhook_deliveries set queued_at = now() - interval '4 days' where status = 'waiting'`
    await later()
    await expect.poll(async () => (await last())?.status, patience).toBe('dead')
  })
})

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
  const another = openCourier(app, quiet)
  const products = await sellAndTakeBack(12)
  await expect.poll(async () => (await find()).waiting, patience).toBe(0)
  expect(productsIn(receiver.received)).toEqual(products)
  await another.close()
})

/** A day goes by for the former secrets. */
const endOverlap = (id: string) => app.sql`
  update webhook_endpoints set previous_until = now(), former_secrets = (
    select jsonb_agg(f || jsonb_build_object('until', now())) from jsonb_array_elements(former_secrets) f) where id = ${id}`

test('a secret signs for the day it was promised also where another rotation follows, then no more', async () => {
  const { id, secret, receiver } = await openShop()
  const second = await webhooks.rotate({ id })
  await app.sql`
    update webhook_endpoints set former_secrets = jsonb_set(former_secrets, '{0,until}', to_jsonb(now() + interval '1 hour')) where id = ${id}`
  const third = await webhooks.rotate({ id })
  await sellAndTakeBack()
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  await endOverlap(id)
  const fourth = await webhooks.rotate({ id })
  await sellAndTakeBack()
  await expect.poll(() => receiver.received.length, patience).toBe(2)
  const [during, after] = receiver.received
  if (!during || !after) throw new Error('Two messages were to arrive.')
  for (const known of [secret, second.secret, third.secret]) expect(new Webhook(known).verify(during.body, during.headers)).toBeTruthy()
  for (const known of [third.secret, fourth.secret]) expect(new Webhook(known).verify(after.body, after.headers)).toBeTruthy()
  for (const gone of [secret, second.secret])
    expect(() => new Webhook(gone).verify(after.body, after.headers)).toThrow('No matching signature')
  const [kept] = await app.sql<
    { count: number }[]
  >`select jsonb_array_length(former_secrets) as count from webhook_endpoints where id = ${id}`
  expect(kept?.count).toBe(1)
})

test('a secret is rotated ten times a day at most, so that the former ones which still sign stay few', async () => {
  const { id } = await openShop()
  for (let time = 0; time < limits.webhook.rotationsMax; time += 1) await webhooks.rotate({ id })
  await expect(webhooks.rotate({ id })).rejects.toMatchObject({ code: 'too-many-requests', data: { retryAfter: expect.any(Number) } })
  const other = await openShop()
  expect((await webhooks.rotate({ id: other.id })).webhook.id).toBe(other.id)
})

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { id, secret, receiver } = await openShop()
  const rotated = await webhooks.rotate({ id })
  expect(rotated.secret).not.toBe(secret)
  expect(rotated.webhook.previousUntil).not.toBeNull()
  expect(await webhooks.reveal({ id })).toEqual({ secret: rotated.secret })
  await sellAndTakeBack()
  await expect.poll(() => receiver.received.length, patience).toBe(1)
  await endOverlap(id)
  await sellAndTakeBack()
  await expect.poll(() => receiver.received.length, patience).toBe(2)
  const [during, after] = receiver.received
  if (!during || !after) throw new Error('Two messages were to arrive.')
  for (const known of [secret, rotated.secret]) expect(new Webhook(known).verify(during.body, during.headers)).toBeTruthy()
  expect(new Webhook(rotated.secret).verify(after.body, after.headers)).toBeTruthy()
  expect(() => new Webhook(secret).verify(after.body, after.headers)).toThrow('No matching signature')
  const kinds = (await history.list({ limit: 10 })).rows.map(({ kind }) => kind)
  expect(kinds).toContain('webhook.rotate')
  expect(kinds).toContain('webhook.reveal')
})

test('nothing goes to a private network once the settings forbid it again, whatever waits', async () => {
  const { receiver, last } = await openShop()
  await caller(admin).settings.edit({ change: { webhooksPrivate: false } })
  await sellAndTakeBack()
  await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
  expect(await last()).toMatchObject({ status: 'waiting', lastError: '127.0.0.1 is not an address that webhooks may go to.' })
  expect(receiver.received).toHaveLength(0)
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
  const next = openCourier(app, quiet)
  await expect.poll(async () => (await last())?.status, patience).toBe('delivered')
  expect(new Set(idsIn(receiver.received)).size).toBe(1)
  await next.close()
})

test('admins are told once of an endpoint that has accepted nothing for a day', async () => {
  const { id } = await openShop()
  await app.sql`update webhook_endpoints set failing_since = now() - interval '25 hours' where id = ${id}`
  await tellOfFailing(app)
  await tellOfFailing(app)
  await allTold()
  const notices = (await notifications.list({})).rows.filter(({ link }) => link === `/admin/settings/webhooks/${id}`)
  expect(notices.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The webhook to 127\.0\.0\.1:\d+ has accepted nothing for a day\.$/),
  ])
})

test('the log forgets what ended so long ago as the settings say, and gives up what waits for an endpoint that stays off', async () => {
  const { id } = await openShop()
  await webhooks.edit({ id, change: { enabled: false } })
  await caller(admin).settings.edit({ change: { webhookLogDays: 2 } })
  await app.sql`insert into webhook_deliveries (id, endpoint_id, type, payload, status, created_at, due_at) values
    ('old', ${id}, 'product.removed', '{}', 'delivered', now() - interval '3 days', now()),
    ('young', ${id}, 'product.removed', '{}', 'delivered', now() - interval '1 day', now()),
    ('stranded', ${id}, 'product.removed', '{}', 'waiting', now() - interval '1 day', now() - interval '5 days'),
    ('waiting', ${id}, 'product.removed', '{}', 'waiting', now() - interval '9 days', now())`
  await sweepDeliveries(app)
  const rows = await app.sql`select id, status from webhook_deliveries where endpoint_id = ${id} order by id`
  expect(rows).toEqual([
    { id: 'stranded', status: 'dead' },
    { id: 'waiting', status: 'waiting' },
    { id: 'young', status: 'delivered' },
  ])
})
