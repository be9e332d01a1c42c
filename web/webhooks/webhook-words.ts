import type { DeliveryStatus, DeliveryType, WebhookType } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/later.ts'
import type { Tone } from '#web/ui/Tag.tsx'

/** The label of each event; the compiler ensures that the list is complete. */
const texts = {
  'product.approved': 'webhooks.type.productApproved',
  'product.updated': 'webhooks.type.productUpdated',
  'product.removed': 'webhooks.type.productRemoved',
  'seller.suspended': 'webhooks.type.sellerSuspended',
  'seller.reactivated': 'webhooks.type.sellerReactivated',
  'order.placed': 'webhooks.type.orderPlaced',
  'order.paid': 'webhooks.type.orderPaid',
  'order.refunded': 'webhooks.type.orderRefunded',
  'order.shipped': 'webhooks.type.orderShipped',
  'order.delivered': 'webhooks.type.orderDelivered',
  'order.cancelled': 'webhooks.type.orderCancelled',
  'order.erased': 'webhooks.type.orderErased',
  'chat.message': 'webhooks.type.chatMessage',
} as const satisfies Record<WebhookType, string>

export const typeText = (type: DeliveryType): string => t(type === 'webhook.test' ? 'webhooks.type.test' : texts[type])

export const toneOf: Record<DeliveryStatus, Tone> = { waiting: 'amber', delivered: 'green', dead: 'red' }

/** The host of an address, by which people recognise it. */
export const hostOf = (url: string): string => new URL(url).host
