import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { Id, line, Moment } from '#domain/text.ts'

/** What a storefront can be told of (product §8). */
export const webhookTypes = [
  'product.approved',
  'product.updated',
  'product.removed',
  'seller.suspended',
  'seller.reactivated',
  'order.placed',
  'order.paid',
  'order.refunded',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'order.erased',
  'chat.message',
] as const
export const WebhookType = z.enum(webhookTypes)
export type WebhookType = z.infer<typeof WebhookType>

/** What an admin sends to see whether an endpoint works; no endpoint asks for it. */
export const testType = 'webhook.test'
export type DeliveryType = WebhookType | typeof testType

const { urlMax, descriptionMax } = limits.webhook

const wrongAddress = 'Use an address that starts with https:// or http://, without a user name.'

/** What can be posted to, without a name before an @, a # after it, or what a browser would take out unseen. Where it leads is asked on the server. */
const PostAddress = z
  .string()
  .trim()
  .max(urlMax, `Use at most ${urlMax} characters.`)
  .regex(/^https?:\/\/[^\s\\#@/?]+([/?][^\s\\#]*)?$/i, wrongAddress)
  .pipe(z.url(wrongAddress))

const Types = z
  .array(WebhookType)
  .min(1, 'Choose at least one event.')
  .max(webhookTypes.length)
  .refine((types) => new Set(types).size === types.length, 'An event is named twice.')

/** What an admin says of an endpoint. */
export const WebhookInput = z
  .object({
    url: PostAddress,
    types: Types,
    description: line({ max: descriptionMax }),
    enabled: z.boolean(),
  })
  .strict()
export type WebhookInput = z.infer<typeof WebhookInput>

/** An address that is told of events, with how it has fared lately. */
export const Webhook = z.object({
  id: Id,
  url: z.string(),
  types: z.array(WebhookType),
  description: z.string(),
  enabled: z.boolean(),
  /** It answered 410 Gone and was switched off by that. */
  gone: z.boolean(),
  /** Until when the secret before the last rotation still signs beside the new one. */
  previousUntil: Moment.nullable(),
  /** Since when nothing has been accepted although something was tried. */
  failingSince: Moment.nullable(),
  /** It asked to be left alone until then. */
  restsUntil: Moment.nullable(),
  lastDeliveredAt: Moment.nullable(),
  waiting: z.int(),
  dead: z.int(),
  created_at: Moment,
})
export type Webhook = z.infer<typeof Webhook>

/** What an endpoint shares with whoever verifies; shown to admins who ask for it. */
export const Secret = z.string()

/** `dead` is tried no more by itself; an admin may replay it. */
export const deliveryStatuses = ['waiting', 'delivered', 'dead'] as const
export const DeliveryStatus = z.enum(deliveryStatuses)
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** One thing told to one endpoint. */
export const Delivery = z.object({
  /** The `webhook-id`, the same over all attempts. */
  id: Id,
  webhookId: Id,
  type: z.enum([...webhookTypes, testType]),
  status: DeliveryStatus,
  attempts: z.int(),
  /** The answer to the last attempt; null where none came. */
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  /** When it is tried next, while it waits. */
  due: Moment.nullable(),
  created_at: Moment,
})
export type Delivery = z.infer<typeof Delivery>

export const Attempt = z.object({
  at: Moment,
  /** The HTTP status; null where none came. */
  status: z.int().nullable(),
  /** How long it took, in milliseconds. */
  ms: z.int(),
  /** The first bytes of the answer, as text. */
  answer: z.string(),
  /** Why it does not count as delivered; null if it does. */
  error: z.string().nullable(),
})
export type Attempt = z.infer<typeof Attempt>

/** A delivery with what was sent and what was answered. */
export const DeliveryDetail = Delivery.extend({
  /** The body as it is sent, byte for byte; null where an erasure blanked it. */
  payload: z.string().nullable(),
  tries: z.array(Attempt),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>
