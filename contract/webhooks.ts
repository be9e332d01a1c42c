import { oc } from '@orpc/contract'
import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { Id, Moment } from '#domain/text.ts'
import { Delivery, DeliveryDetail, DeliveryStatus, Secret, Webhook, WebhookInput, WebhookType } from '#domain/webhook.ts'

const ById = z.object({ id: Id })

/** The endpoints that a storefront is told by, and the log of what was told; for admins (product §8). */
export const webhooks = {
  list: oc.output(z.array(Webhook)),
  get: oc.input(ById).output(Webhook),
  /** Answers the secret that its messages are signed with. */
  create: oc.input(WebhookInput).output(z.object({ webhook: Webhook, secret: Secret })),
  /** Changes what is given and leaves the rest. What waits goes to the new address; switching it on again starts what waited. */
  edit: oc.input(z.object({ id: Id, change: WebhookInput.partial().strict() })).output(Webhook),
  /** It is told nothing any more, and its log is forgotten. */
  delete: oc.input(ById).output(z.object({})),
  /** The secret as it stands; the history tells who looked. */
  reveal: oc.input(ById).output(z.object({ secret: Secret })),
  /** A new secret; the one before signs too for a day. */
  rotate: oc.input(ById).output(z.object({ webhook: Webhook, secret: Secret })),
  /** Puts a `webhook.test` in the queue. */
  test: oc.input(ById).output(Delivery),
  /** The log, newest first. */
  deliveries: oc
    .input(
      z.object({
        id: Id,
        status: DeliveryStatus.optional(),
        type: WebhookType.optional(),
        cursor: z.string().max(2_000).optional(),
        limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size),
      }),
    )
    .output(z.object({ rows: z.array(Delivery), next: z.string().nullable() })),
  delivery: oc.input(ById).output(DeliveryDetail),
  /** Sends one again, under the same `webhook-id`, whatever became of it. */
  replay: oc.input(ById).output(Delivery),
  /** Sends again all that are dead, or those made since then. */
  replayDead: oc.input(z.object({ id: Id, since: Moment.optional() })).output(z.object({ count: z.int() })),
}
