import { expect } from 'vitest'
import type { Webhook, WebhookInput } from '#domain/webhook.ts'
import { webhookTypes } from '#domain/webhook-types.ts'
import type { TestApp } from '#server/testing/test-app.ts'

export type ReceivedMessage = { type: string; data: Record<string, unknown> }

const quiet = { timeout: 50_000, interval: 10 }

/** Common steps of the tests of webhooks, as the admin of this test app. */
export function webhookSteps({ app, admin, caller }: TestApp) {
  const { webhooks, settings } = caller(admin)
  /** Settles when all consumers have read every event. */
  const allConsumed = async (): Promise<void> => {
    const behind = () => app.sql`
      select 1 where exists (select from feed_waiting) or exists (select from consumers where position < (select position from feed_head))`
    await expect.poll(behind, quiet).toEqual([])
  }
  return {
    allConsumed,
    /** All messages to an endpoint from the first on: type and data of each. */
    messagesTo: async (id: string): Promise<ReceivedMessage[]> => {
      await allConsumed()
      const rows = await app.sql<{ payload: string }[]>`select payload from webhook_deliveries where endpoint_id = ${id} order by number`
      return rows.map(({ payload }) => {
        const { type, timestamp, data, ...rest } = JSON.parse(payload)
        expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        expect(rest).toEqual({})
        return { type, data }
      })
    },
    /** Runs `what` before any delivery is made of it, by locking the consumer's place in the feed. */
    beforeConsumed: (what: () => Promise<void>): Promise<void> =>
      app.sql.begin(async (tx) => {
        await tx`select from consumers where name = 'webhooks' for update`
        await what()
      }) as Promise<void>,
    /** Adds an endpoint; the receivers of tests are in the private network of this machine. */
    addEndpoint: async (url: string, about: Partial<WebhookInput> = {}): Promise<{ webhook: Webhook; secret: string }> => {
      await settings.edit({ change: { webhooksPrivate: true } })
      return webhooks.create({ url, types: [...webhookTypes], description: '', enabled: true, ...about })
    },
    /** The log of an endpoint, oldest first. */
    log: async (id: string) => (await webhooks.deliveries({ id, limit: 100 })).rows.toReversed(),
    /** Makes everything in the queue due. */
    later: async (): Promise<void> => {
      await app.sql`update webhook_endpoints set rest_until = null`
      await app.sql`update webhook_deliveries set due_at = now() where status = 'waiting'`
    },
  }
}
