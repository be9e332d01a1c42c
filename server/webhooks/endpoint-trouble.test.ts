import { expect, test } from 'vitest'
import { openTestApp } from '#server/testing/test-app.ts'
import { webhookWorkerOf } from '#server/testing/webhook-worker.ts'
import { recordFailing } from '#server/webhooks/endpoint-trouble.ts'

const testApp = await openTestApp()
const { app, admin, caller } = testApp
const { notifications } = caller(admin)
const { allConsumed, openEndpoint } = webhookWorkerOf(testApp)

test('admins are notified once of an endpoint that has accepted nothing for a day', async () => {
  const { id } = await openEndpoint()
  await app.sql`update webhook_endpoints set failing_since = now() - interval '25 hours' where id = ${id}`
  await recordFailing(app)
  await recordFailing(app)
  await allConsumed()
  const notices = (await notifications.list({})).rows.filter(({ link }) => link === `/admin/settings/webhooks/${id}`)
  expect(notices.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The webhook to 127\.0\.0\.1:\d+ has not accepted a message for a day\.$/),
  ])
})
