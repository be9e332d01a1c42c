import { en } from '#web/platform/i18n/en/en.ts'
import { messages } from '#web/platform/i18n/visitor.ts'

messages.addResourceBundle('en', 'translation', en)

/** The text of a key with its values filled in; plurals by `count`. Loads the whole catalogue. */
export const t = messages.t
