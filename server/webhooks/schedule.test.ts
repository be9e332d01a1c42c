import { describe, expect, test } from 'vitest'
import { limits } from '#server/platform/limits/limits.ts'
import { says } from '#server/testing/receiver.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { idsIn, patience, webhookWorkerOf } from '#server/testing/webhook-worker.ts'
import { waitAfter } from '#server/webhooks/schedule.ts'

const testApp = await openTestApp()
const { app, admin, caller } = testApp
const { webhooks } = caller(admin)
const { log, later, openEndpoint, sellAndTakeBack } = webhookWorkerOf(testApp)

describe('a message that is never accepted', () => {
  test('is dead and visible after ten attempts over three days, and is delivered once it is replayed', async () => {
    const { id, receiver, last, find } = await openEndpoint()
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

  test('has been tried for three days, with waits up to a tenth longer or shorter', () => {
    const total = (chance: number) =>
      limits.webhook.retryMs.reduce((sum, _, at) => sum + (waitAfter(at + 1, null, () => chance) ?? Number.NaN), 0) / 86_400_000
    expect([total(0), total(0.5), total(1)].map((days) => Math.round(days * 10) / 10)).toEqual([2.8, 3.1, 3.5])
    expect(waitAfter(limits.webhook.retryMs.length + 1, null)).toBeNull()
    expect(waitAfter(1, 60_000)).toBe(60_000)
  })

  test('is given up after that time even if a long queue gave it fewer attempts', async () => {
    const { receiver, last } = await openEndpoint()
    receiver.answer(says(500))
    await sellAndTakeBack()
    await expect.poll(async () => (await last())?.attempts, patience).toBe(1)
    await app.sql`update webhook_deliveries set queued_at = now() - interval '4 days' where status = 'waiting'`
    await later()
    await expect.poll(async () => (await last())?.status, patience).toBe('dead')
  })
})
