import { apiKeys } from '#web/platform/i18n/en/api-keys.ts'
import { assign } from '#web/platform/i18n/en/assign.ts'
import { editRequests } from '#web/platform/i18n/en/edit-requests.ts'
import { history } from '#web/platform/i18n/en/history.ts'
import { imports } from '#web/platform/i18n/en/imports.ts'
import { palette } from '#web/platform/i18n/en/palette.ts'
import { settings } from '#web/platform/i18n/en/settings.ts'
import { webhooks } from '#web/platform/i18n/en/webhooks.ts'

/** Texts that are loaded with their own screens only. */
export const enLater = { apiKeys, assign, editRequests, history, imports, palette, settings, webhooks }
