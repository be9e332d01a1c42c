import type { ContentField } from '#domain/product-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'

const lists = new Intl.ListFormat('en')

/** Names of fields for a sentence: "title, pictures, and price". */
export function fieldList(names: readonly ContentField[]): string {
  return lists.format(names.map((name) => t(`products.fields.${name}`)))
}
