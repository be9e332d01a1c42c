import { messages } from '#web/messages/door.ts'
import { enLater } from '#web/messages/en/later.ts'
import { t } from '#web/messages/messages.ts'

messages.addResourceBundle('en', 'translation', enLater)

/** As of the catalogue, with the words of assigning, edit requests, the history, the palette, webhooks and imports: they come with their screens, as the queue needs none of them. */
export { t }
