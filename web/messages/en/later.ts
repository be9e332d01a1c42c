import { imports } from '#web/messages/en/imports.ts'
import { webhooks } from '#web/messages/en/webhooks.ts'

/** What comes with its own screens only. */
export const enLater = { imports, webhooks }
