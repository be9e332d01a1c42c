import { enLater } from '#web/platform/i18n/en/later.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { messages } from '#web/platform/i18n/visitor.ts'

messages.addResourceBundle('en', 'translation', enLater)

/**
 * `t` of the whole catalogue, with the texts that are loaded with their own screens only (`en/later.ts`), because the queue needs none of
 * them.
 */
export { t }
