import type { ProductChange } from '#domain/product.ts'
import { productFields, valueFields } from '#domain/product-fields.ts'

const texts = valueFields.filter((field) => productFields[field].kind === 'text')

/** Turns empty texts into null where nothing may be given: two products without a SKU do not share one. */
export const withoutEmpty = <Fields extends ProductChange>(fields: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(texts.filter((field) => fields[field] === '').map((field) => [field, null])),
})
