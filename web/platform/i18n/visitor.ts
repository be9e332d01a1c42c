import i18next from 'i18next'
import { common } from '#web/platform/i18n/en/common.ts'
import type { en } from '#web/platform/i18n/en/en.ts'
import { errorPages } from '#web/platform/i18n/en/errors.ts'
import type { enLater } from '#web/platform/i18n/en/later.ts'
import { signIn } from '#web/platform/i18n/en/sign-in.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: typeof en & typeof enLater }
  }
}

/** The texts shown before a sign-in; the first screen loads no others. */
export const visitorMessages = { common, errorPages, signIn }

export const messages = i18next.createInstance()
void messages.init({
  lng: 'en',
  resources: { en: { translation: visitorMessages } },
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  initAsync: false,
})

/** The text of a key of `common`, `errorPages` or `signIn`; for screens of visitors and components that they see too. */
export const t = messages.t
