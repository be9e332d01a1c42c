import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { webhookTypes } from '#domain/webhook-types.ts'
import { rescueDatabase } from '#server/app/rescue/rescue-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { connect } from '#server/platform/database/database.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { signIn } from '#server/testing/client.ts'
import { addProduct } from '#server/testing/fixtures.ts'
import { addPerson } from '#server/testing/people.ts'
import { adminPassword, installedFolder, openStarts } from '#server/testing/process.ts'
import { openReceiver, says, silent } from '#server/testing/receiver.ts'

const patience = { timeout: 60_000, interval: 50 }

type Answered = { id: string; webhook: { id: string }; secret: string; waiting: number; rows: { status: string }[] }

/** The calls of the admin of a Backstall that runs as its own process. */
async function adminOf(address: string) {
  const { call } = await signIn(address, 'support@example.com', adminPassword)
  return async (name: string, input: unknown = {}) => (await call(name, input)) as Answered
}

const start = openStarts()
const dataDir = await installedFolder()
const startAgain = () => start({ dataDir, env: { ADMIN_PASSWORD: adminPassword } })
let running = startAgain()

/** A Backstall as its own process, and a receiver in its own network that it may send to. */
async function openBackstall() {
  const receiver = await openReceiver()
  const call = await adminOf(await running.ready())
  await call('settings/edit', { change: { webhooksPrivate: true } })
  return { receiver, call }
}

async function kill(): Promise<void> {
  running.kill('SIGKILL')
  await running.ended
}

/** Ends the lock that the killed server may still have on its only endpoint. */
async function endLease(): Promise<void> {
  const { address } = await rescueDatabase(readConfig({ DATA_DIR: dataDir }))
  const { sql, close } = connect(address, 1)
  const over = sql`
    update webhook_endpoints set held_until = now()
    where held_until <= now() + ${limits.webhook.leaseMs} * interval '1 millisecond' returning id`
  expect(await over).toHaveLength(1)
  await close()
}

test('Backstall, killed in the middle of sending, delivers each message after its restart, under the same id', async () => {
  const { receiver, call } = await openBackstall()
  const types = ['product.approved']
  const { webhook, secret } = await call('webhooks/create', { url: receiver.url, types, description: '', enabled: true })
  const made: string[] = []
  receiver.answer((response, received) => (receiver.received.length > 2 ? silent : says(204))(response, received))
  for (let at = 0; at < 6; at++) made.push((await call('webhooks/test', { id: webhook.id })).id)
  await expect.poll(() => receiver.received.length, patience).toBeGreaterThan(2)
  await kill()
  receiver.answer(says(204))
  await endLease()
  running = startAgain()
  const again = await adminOf(await running.ready())
  await expect.poll(async () => (await again('webhooks/get', { id: webhook.id })).waiting, patience).toBe(0)
  const { rows } = await again('webhooks/deliveries', { id: webhook.id })
  expect(rows.map(({ status }) => status)).toEqual(Array(6).fill('delivered'))
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(made))
  for (const { body, headers } of receiver.received)
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' })
  await again('webhooks/delete', { id: webhook.id })
}, 120_000)

test('Backstall, killed before its consumers ran, delivers after its restart every step in order, each product as it was then', async () => {
  const { receiver, call } = await openBackstall()
  await call('webhooks/create', { url: receiver.url, types: webhookTypes, description: '', enabled: true })
  const { address } = await rescueDatabase(readConfig({ DATA_DIR: dataDir }))
  const { sql, db, close } = connect(address, 2)
  const { id: sellerId } = await addPerson(db, 'Sela')
  const { id } = await addProduct({ db }, sellerId, 'pending')
  await sql.begin(async (lock) => {
    await lock`select from consumers where name = 'webhooks' for update`
    await call('products/approve', { id, status: 'pending', version: 1 })
    await call('products/archive', { id })
    await sql`update products set price = 1200 where id = ${id}`
    await call('products/restore', { id })
    await call('products/archive', { id })
    await kill()
  })
  await close()
  running = startAgain()
  await running.ready()
  await expect.poll(() => receiver.received.length, patience).toBe(4)
  expect(receiver.received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [type, data.price ?? data.reason])).toEqual([
    ['product.approved', 1_000],
    ['product.removed', 'archived'],
    ['product.approved', 1_200],
    ['product.removed', 'archived'],
  ])
}, 120_000)
