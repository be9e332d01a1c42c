import { expect, test } from 'vitest'
import { courierOf } from '#server/testing/courier.ts'
import { openWorld } from '#server/testing/world.ts'
import { sweepDeliveries } from '#server/webhooks/sweep-deliveries.ts'

const world = await openWorld()
const { app, admin, caller } = world
const { webhooks } = caller(admin)
const { openShop } = courierOf(world)

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
