import { messages } from '#web/messages/door.ts'
import { en } from '#web/messages/en/en.ts'

messages.addResourceBundle('en', 'translation', en)

/** The message under a key of the catalogue, with its values put in; plurals by `count`. Loads the whole catalogue. */
export const t = messages.t
