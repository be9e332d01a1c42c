import { enLater } from '#web/platform/i18n/en/later.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { messages } from '#web/platform/i18n/visitor.ts'

messages.addResourceBundle('en', 'translation', enLater)

/** As of the catalogue, with the words that come with their own screens only (`en/later.ts`), as the queue needs none of them. */
export { t }
