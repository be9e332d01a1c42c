import type { ContentField } from '#domain/product-fields.ts'
import { t } from '#web/platform/i18n/messages.ts'

const lists = new Intl.ListFormat('en')

/** Names of product fields for a sentence: "title, images, and price". */
export const fieldList = (names: readonly ContentField[]): string => lists.format(names.map(fieldName))

/** Names of files for a sentence: "“a.jpg” and “b.jpg”". */
export const fileList = (names: readonly string[]): string => lists.format(names.map((name) => `“${name}”`))

/** The name of a product field within a sentence: "images". */
export const fieldName = (field: ContentField): string => t(`products.fields.${field}`) || field

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase('en') + text.slice(1)

/** The label of a product field: "Images". */
export const fieldLabel = (field: ContentField): string => capitalized(fieldName(field))

/** The same of several fields: "Title and images". */
export const fieldListLabel = (names: readonly ContentField[]): string => capitalized(fieldList(names))
