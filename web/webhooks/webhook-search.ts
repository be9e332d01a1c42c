import type { DeliveryStatus, WebhookType } from '#domain/webhook.ts'
import { choiceParam, pagesParam, textParam } from '#web/platform/search-params.ts'

const statuses: Record<DeliveryStatus, true> = { waiting: true, delivered: true, dead: true }
/** All events; a record, so that the compiler ensures it is complete. */
const types: Record<WebhookType, true> = {
  'product.approved': true,
  'product.updated': true,
  'product.removed': true,
  'seller.suspended': true,
  'seller.reactivated': true,
  'order.placed': true,
  'order.paid': true,
  'order.refunded': true,
  'order.shipped': true,
  'order.delivered': true,
  'order.cancelled': true,
  'order.erased': true,
  'chat.message': true,
}
export const typesShown = Object.keys(types) as WebhookType[]
export const statusesShown = Object.keys(statuses) as DeliveryStatus[]

export type WebhookSearch = {
  status?: DeliveryStatus | undefined
  type?: WebhookType | undefined
  /** The id of the open delivery. */
  message?: string | undefined
  pages?: number | undefined
}

/** The state of an endpoint's log in its address. */
export const readWebhookSearch = (raw: Record<string, unknown>): WebhookSearch => ({
  status: choiceParam(raw.status, statuses),
  type: choiceParam(raw.type, types),
  message: textParam(raw.message),
  pages: pagesParam(raw.pages),
})
