import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { say } from '#domain/shape-texts.ts'
import { eachOnce, Id, line, Moment } from '#domain/text.ts'
import { webhookTypes } from '#domain/webhook-types.ts'

export const WebhookType = z.enum(webhookTypes)
export type WebhookType = z.infer<typeof WebhookType>

/** The type of the message by which an admin tests an endpoint; no endpoint subscribes to it. */
export const testType = 'webhook.test'
export type DeliveryType = WebhookType | typeof testType

const { urlMax, descriptionMax } = limits.webhook

const wrongAddress = say('post-address')

/**
 * An address to post to, without a user name before an @, a fragment, or characters that a browser would silently drop. The server checks
 * where it leads.
 */
const PostAddress = z
  .string()
  .trim()
  .max(urlMax, say('too-long', { max: urlMax }))
  .regex(/^https?:\/\/[^\s\\#@/?]+([/?][^\s\\#]*)?$/i, wrongAddress)
  .pipe(z.url(wrongAddress))

const Types = z
  .array(WebhookType)
  .min(1, say('choose-event'))
  .max(webhookTypes.length)
  .refine(...eachOnce('event-twice'))

/** The input for an endpoint. */
export const WebhookInput = z
  .object({ url: PostAddress, types: Types, description: line({ max: descriptionMax }), enabled: z.boolean() })
  .strict()
export type WebhookInput = z.infer<typeof WebhookInput>

/** A webhook endpoint, with the state of its deliveries. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  types: z.array(WebhookType),
  description: z.string(),
  enabled: z.boolean(),
  /** True if it answered 410 Gone, which switched it off. */
  gone: z.boolean(),
  /** Until when the secret before the last rotation also signs. */
  previousUntil: Moment.nullable(),
  /** Since when no delivery was accepted, although some were attempted. */
  failingSince: Moment.nullable(),
  /** The endpoint rests until then, after a failure or as its `Retry-After` asked. */
  restsUntil: Moment.nullable(),
  lastDeliveredAt: Moment.nullable(),
  waiting: z.int(),
  dead: z.int(),
  created_at: Moment,
})
export type Webhook = z.infer<typeof Webhook>

/** The secret that an endpoint verifies signatures with; shown to admins on request. */
export const Secret = z.string()

/** A `dead` delivery is not retried; an admin may replay it. */
export const deliveryStatuses = ['waiting', 'delivered', 'dead'] as const
export const DeliveryStatus = z.enum(deliveryStatuses)
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** One event for one endpoint. */
export const Delivery = z.object({
  /** The `webhook-id`, the same for all attempts. */
  id: Id,
  webhookId: Id,
  type: z.enum([...webhookTypes, testType]),
  status: DeliveryStatus,
  attempts: z.int(),
  /** The answer to the last attempt; null if none came. */
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  /** The time of the next attempt, while it waits. */
  due: Moment.nullable(),
  created_at: Moment,
})
export type Delivery = z.infer<typeof Delivery>

export const Attempt = z.object({
  at: Moment,
  /** The HTTP status; null if no answer came. */
  status: z.int().nullable(),
  /** Duration in milliseconds. */
  ms: z.int(),
  /** The first bytes of the answer, as text. */
  answer: z.string(),
  /** Why it does not count as delivered; null if it does. */
  error: z.string().nullable(),
})
export type Attempt = z.infer<typeof Attempt>

/** A delivery with its body and the answers. */
export const DeliveryDetail = Delivery.extend({
  /** The body as sent, byte for byte; null if an erasure blanked it. */
  payload: z.string().nullable(),
  tries: z.array(Attempt),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>
