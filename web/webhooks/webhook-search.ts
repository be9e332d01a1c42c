import type { DeliveryStatus } from '#domain/webhook.ts'
import { type WebhookType, webhookTypes } from '#domain/webhook-types.ts'
import { choiceParam, everyOf, pagesParam, textParam } from '#web/platform/search-params.ts'

const statuses: Record<DeliveryStatus, true> = { waiting: true, delivered: true, dead: true }
const types = everyOf(webhookTypes)
export const typesShown = webhookTypes
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
