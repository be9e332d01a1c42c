import type { DeliveryStatus, DeliveryType } from '#domain/webhook.ts'
import { t } from '#web/platform/i18n/messages.ts'
import type { Tone } from '#web/ui/Tag.tsx'

/** The label of each event; the compiler ensures that the list is complete. */
const texts = {
  'product.approved': t('webhooks.type.productApproved'),
  'product.updated': t('webhooks.type.productUpdated'),
  'product.removed': t('webhooks.type.productRemoved'),
  'seller.suspended': t('webhooks.type.sellerSuspended'),
  'seller.reactivated': t('webhooks.type.sellerReactivated'),
  'order.placed': t('webhooks.type.orderPlaced'),
  'order.paid': t('webhooks.type.orderPaid'),
  'order.refunded': t('webhooks.type.orderRefunded'),
  'order.shipped': t('webhooks.type.orderShipped'),
  'order.delivered': t('webhooks.type.orderDelivered'),
  'order.cancelled': t('webhooks.type.orderCancelled'),
  'order.erased': t('webhooks.type.orderErased'),
  'chat.message': t('webhooks.type.chatMessage'),
  'webhook.test': t('webhooks.type.test'),
} satisfies Record<DeliveryType, string>

export const typeText = (type: DeliveryType): string => texts[type]

export const toneOf: Record<DeliveryStatus, Tone> = { waiting: 'amber', delivered: 'green', dead: 'red' }

/** The host of an address, by which people recognise it. */
export const hostOf = (url: string): string => new URL(url).host
