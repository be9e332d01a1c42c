import { messages } from '#web/messages/door.ts'
import { enLater } from '#web/messages/en/later.ts'
import { t } from '#web/messages/messages.ts'

messages.addResourceBundle('en', 'translation', enLater)

/** As of the catalogue, with the words that come with their own screens only (`en/later.ts`), as the queue needs none of them. */
export { t }
