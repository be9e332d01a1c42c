import { type ContentField, isContentField, productFields } from '#domain/product-fields.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'

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
