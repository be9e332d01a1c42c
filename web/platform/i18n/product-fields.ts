import { type ContentField, isContentField, productFields } from '#domain/product-fields.ts'
import { t } from '#web/platform/i18n/messages.ts'

const lists = new Intl.ListFormat('en')

/** Names of product fields for a sentence: "title, pictures, and price". */
export const fieldList = (names: readonly ContentField[]): string => lists.format(names.map(fieldName))

/** The name of a product field within a sentence: "pictures". */
export const fieldName = (field: ContentField): string => t(`products.fields.${field}`)

/** The label of a product field: "Pictures". */
export const fieldLabel = (field: ContentField): string => {
  const name = fieldName(field)
  return name.charAt(0).toLocaleUpperCase('en') + name.slice(1)
}

const numberFormat = (field: string) => {
  const unit = isContentField(field) && productFields[field].unit
  return new Intl.NumberFormat('en', unit ? { style: 'unit', unit } : {})
}

/** A number in a field, with its unit: "1,200 g". */
export const numberText = (field: string, value: number): string => numberFormat(field).format(value)

/** The label of a product field in a form, with its unit: "Weight (g)". */
export function inputLabel(field: ContentField): string {
  const unit = numberFormat(field)
    .formatToParts(1)
    .find(({ type }) => type === 'unit')
  return unit ? `${fieldLabel(field)} (${unit.value})` : fieldLabel(field)
}
