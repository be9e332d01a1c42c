/* Separate from the shapes of `webhook.ts`, for screens that do not load them. */

/** The events that a storefront can receive (product §8). */
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
export type WebhookType = (typeof webhookTypes)[number]
