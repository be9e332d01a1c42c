import type { DeliveryStatus } from '#domain/webhook.ts'
import { webhookTypes } from '#domain/webhook-types.ts'
import { choiceParam, choices, pagesParam, searchReader, textParam } from '#web/platform/search-params.ts'

export const statusesShown = choices<DeliveryStatus>({ waiting: true, delivered: true, dead: true })

/** The state of an endpoint's log in its address. */
export const readWebhookSearch = searchReader({
  status: choiceParam(statusesShown),
  type: choiceParam(webhookTypes),
  search: textParam,
  /** The id of the open delivery. */
  message: textParam,
  pages: pagesParam,
})
export type WebhookSearch = ReturnType<typeof readWebhookSearch>
