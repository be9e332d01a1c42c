import { apiKeys } from '#web/messages/en/api-keys.ts'
import { assign } from '#web/messages/en/assign.ts'
import { editRequests } from '#web/messages/en/edit-requests.ts'
import { history } from '#web/messages/en/history.ts'
import { imports } from '#web/messages/en/imports.ts'
import { palette } from '#web/messages/en/palette.ts'
import { settings } from '#web/messages/en/settings.ts'
import { webhooks } from '#web/messages/en/webhooks.ts'

/** What comes with its own screens only. */
export const enLater = { apiKeys, assign, editRequests, history, imports, palette, settings, webhooks }
