import type { ContentField } from '#domain/product-fields.ts'
import { t } from '#web/platform/i18n/messages.ts'

const lists = new Intl.ListFormat('en')

/** Names of product fields for a sentence: "title, pictures, and price". */
export const fieldList = (names: readonly ContentField[]): string => lists.format(names.map(fieldName))

/** The name of a product field within a sentence: "pictures". */
export const fieldName = (field: ContentField): string => t(`products.fields.${field}`) || field

/** The label of a product field: "Pictures". */
export const fieldLabel = (field: ContentField): string => {
  const name = fieldName(field)
  return name.charAt(0).toLocaleUpperCase('en') + name.slice(1)
}
