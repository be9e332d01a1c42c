import { messages } from '#web/messages/door.ts'
import { enLater } from '#web/messages/en/later.ts'
import { t } from '#web/messages/messages.ts'

messages.addResourceBundle('en', 'translation', enLater)

/** As of the catalogue, with what is said of webhooks and imports: few ever see it, so it comes with their screens. */
export { t }
