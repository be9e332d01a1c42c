import type { DeliveryStatus } from '#domain/webhook.ts'
import { webhookTypes } from '#domain/webhook-types.ts'
import { choiceParam, everyOf, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

const statuses: Record<DeliveryStatus, true> = { waiting: true, delivered: true, dead: true }
const types = everyOf(webhookTypes)
export const typesShown = webhookTypes
export const statusesShown = Object.keys(statuses) as DeliveryStatus[]

/** The state of an endpoint's log in its address. */
export const readWebhookSearch = searchReader({
  status: choiceParam(statuses),
  type: choiceParam(types),
  search: textParam,
  /** The id of the open delivery. */
  message: textParam,
  pages: pagesParam,
})
export type WebhookSearch = ReturnType<typeof readWebhookSearch>
