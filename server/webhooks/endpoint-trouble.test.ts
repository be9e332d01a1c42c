import { expect, test } from 'vitest'
import { courierOf } from '#server/testing/courier.ts'
import { openWorld } from '#server/testing/world.ts'
import { tellOfFailing } from '#server/webhooks/endpoint-trouble.ts'

const world = await openWorld()
const { app, admin, caller } = world
const { notifications } = caller(admin)
const { allTold, openShop } = courierOf(world)

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
