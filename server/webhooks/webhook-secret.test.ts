import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { patience, webhookWorkerOf } from '#server/testing/webhook-worker.ts'

const testApp = await openTestApp()
const { app, admin, caller } = testApp
const { webhooks, history } = caller(admin)
const { openEndpoint, sellAndTakeBack } = webhookWorkerOf(testApp)

/** Ends the day of the former secrets. */
const endOverlap = (id: string) => app.sql`
  update webhook_endpoints set previous_until = now(), former_secrets = (
    select jsonb_agg(f || jsonb_build_object('until', now())) from jsonb_array_elements(former_secrets) f) where id = ${id}`

test('a secret signs for its whole day even after another rotation, then no longer', async () => {
  const { id, secret, receiver } = await openEndpoint()
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
  const [former] = await app.sql<
    { count: number }[]
  >`select jsonb_array_length(former_secrets) as count from webhook_endpoints where id = ${id}`
  expect(former?.count).toBe(1)
})

test('a secret is rotated ten times a day at most, so that few former ones still sign', async () => {
  const { id } = await openEndpoint()
  for (let time = 0; time < limits.webhook.rotationsMax; time += 1) await webhooks.rotate({ id })
  await expect(webhooks.rotate({ id })).rejects.toMatchObject({ code: 'too-many-requests', data: { retryAfter: expect.any(Number) } })
  const other = await openEndpoint()
  expect((await webhooks.rotate({ id: other.id })).webhook.id).toBe(other.id)
})

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { id, secret, receiver } = await openEndpoint()
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
