import { webhooks } from '#web/messages/en/webhooks.ts'

/** What comes with its own screens only. */
export const enLater = { webhooks }
