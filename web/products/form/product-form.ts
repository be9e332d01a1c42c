import { limits } from '#domain/limits.ts'
import { parsePrice, priceText } from '#domain/money.ts'
import { type Product, type ProductChange, ProductFields } from '#domain/product.ts'
import { missingIn } from '#domain/product-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'

/** The form's fields as typed. */
export type FormValues = {
  title: string
  description: string
  /** In major units. */
  price: string
  stock: string
  sku: string
  category: string
  tags: string[]
  attributes: { key: string; value: string }[]
}
export type FieldName = keyof FormValues | 'images'

/** Sentences by field. A part of a field has a dotted path, such as `attributes.0.key`. */
export type Problems = Record<string, string>

/** In screen order, so that the focus goes to the first wrong field. */
export const fieldOrder: readonly FieldName[] = [
  'title',
  'description',
  'images',
  'attributes',
  'price',
  'stock',
  'sku',
  'category',
  'tags',
]

export const emptyValues: FormValues = { title: '', description: '', price: '', stock: '', sku: '', category: '', tags: [], attributes: [] }

/** A product as form values. */
export function valuesOf(product: Product, currency: string): FormValues {
  const { title, description, tags, attributes } = product
  const stock = product.stock === null ? '' : String(product.stock)
  const price = priceText(product.price, currency)
  return { title, description, tags, attributes, price, stock, sku: product.sku ?? '', category: product.category ?? '' }
}

/** Reads the typed values: either all fields, or a sentence for each wrong one. */
export function readValues(values: FormValues, currency: string): { fields: ProductFields } | { problems: Problems } {
  const price = parsePrice(values.price, currency)
  const stock = readStock(values.stock)
  const rows = [...values.attributes.entries()].filter(([, { key, value }]) => key.trim() !== '' || value.trim() !== '')
  const read = ProductFields.safeParse({
    ...values,
    price: 'minor' in price ? price.minor : null,
    stock: 'count' in stock ? stock.count : null,
    sku: values.sku.trim() || null,
    category: values.category.trim() || null,
    attributes: rows.map(([, row]) => row),
  })
  // Empty rows are not read, but they are shown, so the index of a row differs.
  const shown = (path: PropertyKey[]) =>
    path.map((part, at) => (path[0] === 'attributes' && at === 1 ? (rows[Number(part)]?.[0] ?? part) : part))
  const problems: Problems = {}
  for (const { path, message } of read.error?.issues ?? []) problems[shown(path).join('.')] ??= message
  if ('problem' in price) problems.price = t(`products.priceProblem.${price.problem}`)
  if ('problem' in stock) problems.stock = stock.problem
  return read.success && Object.keys(problems).length === 0 ? { fields: read.data } : { problems }
}

function readStock(typed: string): { count: number | null } | { problem: string } {
  const text = typed.trim()
  if (text === '') return { count: null }
  if (!/^\d+$/.test(text)) return { problem: t('products.stockProblem') }
  return Number(text) > limits.product.stockMax ? { problem: t('products.stockTooHigh') } : { count: Number(text) }
}

/** A sentence for each empty field that review requires. */
export function problemsBeforeReview(values: FormValues, pictures: number): Problems {
  const given = (text: string) => (text.trim() === '' ? null : 1)
  const images = Array.from({ length: pictures })
  const typed = { title: values.title.trim(), description: values.description.trim(), category: values.category.trim() }
  const missing = missingIn({ ...typed, price: given(values.price), stock: given(values.stock), images })
  return Object.fromEntries(missing.map((field) => [field, t(`products.missing.${field}`)]))
}

/** The fields that differ from the product's. Unchanged fields are never sent. */
export function changeOf(before: ProductFields, after: ProductFields): ProductChange {
  const names = Object.keys(ProductFields.shape) as (keyof ProductFields)[]
  return Object.fromEntries(names.filter((name) => !same(before[name], after[name])).map((name) => [name, after[name]]))
}

/** The fields in which two states of the form differ. */
export function differences(one: FormValues, other: FormValues): (keyof FormValues)[] {
  return (Object.keys(emptyValues) as (keyof FormValues)[]).filter((name) => !same(one[name], other[name]))
}

/**
 * Rebases a form on a fresher product: unchanged fields follow it, typed ones stay.
 * `clashes` are the fields that changed differently on both sides.
 */
export function rebase(before: FormValues, fresh: FormValues, typed: FormValues): { values: FormValues; clashes: (keyof FormValues)[] } {
  const touched = differences(before, typed)
  const typedValues = Object.fromEntries(touched.map((name) => [name, typed[name]]))
  const clashes = differences(before, fresh).filter((name) => touched.includes(name) && !same(fresh[name], typed[name]))
  return { values: { ...fresh, ...typedValues }, clashes }
}

/** Whether two values of a field are equal. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
