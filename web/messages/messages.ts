import i18next from 'i18next'
import { en } from '#web/messages/en/en.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en }
  }
}

const messages = i18next.createInstance()
void messages.init({
  lng: 'en',
  resources: { en: { translation: en } },
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  initAsync: false,
})

/** The message under a key of the catalogue, with its values put in; plurals by `count`. */
export const t = messages.t
