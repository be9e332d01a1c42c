import { expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import { webhookWorkerOf } from '#server/testing/webhook-worker.ts'
import { sweepDeliveries } from '#server/webhooks/sweep-deliveries.ts'

const testApp = await openTestApp()
const { app, admin, caller } = testApp
const { webhooks } = caller(admin)
const { openEndpoint } = webhookWorkerOf(testApp)

test('finished deliveries are deleted after the time in the settings, and those that wait for a disabled endpoint are given up', async () => {
  const { id } = await openEndpoint()
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

test('old product snapshots are deleted as well, even if no node consumed them', async () => {
  const [{ id: old }, { id: young }] = (await app.sql`
    insert into events (kind, item_id, created_at) values ('product.approve', 'lamp', now() - interval '3 days'), ('product.approve', 'vase', now() - interval '1 day')
    returning id`) as unknown as [{ id: number }, { id: number }]
  await app.sql`insert into webhook_snapshots (event_id) values (${old}), (${young}) on conflict do nothing`
  await sweepDeliveries(app)
  expect(await app.sql`select event_id::int as id from webhook_snapshots where event_id in (${old}, ${young})`).toEqual([{ id: young }])
})
