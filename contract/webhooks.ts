import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById, page, pageOf } from '#contract/page.ts'
import { Id, Moment, Search } from '#domain/text.ts'
import { Delivery, DeliveryDetail, DeliveryStatus, Secret, Webhook, WebhookInput, WebhookType } from '#domain/webhook.ts'

/** The endpoints that events are posted to, and the log of deliveries; for admins (product §8). */
export const webhooks = {
  list: oc.output(z.array(Webhook)),
  get: oc.input(ById).output(Webhook),
  /** Returns the secret that its messages are signed with. */
  create: oc.input(WebhookInput).output(z.object({ webhook: Webhook, secret: Secret })),
  /** Changes the given values and leaves the others. Waiting deliveries go to the new address; enabling the endpoint resumes them. */
  edit: oc.input(z.object({ id: Id, change: WebhookInput.partial().strict() })).output(Webhook),
  /** Ends all deliveries and deletes the log. */
  delete: oc.input(ById).output(z.object({})),
  /** The current secret; the history records who revealed it. */
  reveal: oc.input(ById).output(z.object({ secret: Secret })),
  /** Creates a new secret; the former one also signs for a day. */
  rotate: oc.input(ById).output(z.object({ webhook: Webhook, secret: Secret })),
  /** Queues a `webhook.test`. */
  test: oc.input(ById).output(Delivery),
  /** The log, newest first. */
  deliveries: oc
    .input(
      z.object({
        id: Id,
        status: DeliveryStatus.optional(),
        /** The id of a delivery, the id of the item it is about, or the number of its order; each in full. */
        search: Search.optional(),
        type: WebhookType.optional(),
        ...page,
      }),
    )
    .output(pageOf(Delivery)),
  delivery: oc.input(ById).output(DeliveryDetail),
  /** Sends a delivery again under the same `webhook-id`, whatever its status. */
  replay: oc.input(ById).output(Delivery),
  /** Sends all dead deliveries again, or those made since then. */
  replayDead: oc.input(z.object({ id: Id, since: Moment.optional() })).output(z.object({ count: z.int() })),
}
