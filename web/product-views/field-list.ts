import { t } from '#web/platform/i18n/messages.ts'
import type { FieldName } from '#web/products/form/product-form.ts'

const lists = new Intl.ListFormat('en')

/** Fields of a product in a sentence: "title, pictures, and price". */
export function fieldList(names: readonly FieldName[]): string {
  return lists.format(names.map((name) => t(`products.fields.${name}`)))
}
