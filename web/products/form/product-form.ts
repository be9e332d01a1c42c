import { limits } from '#domain/limits.ts'
import { priceText } from '#domain/money.ts'
import { parsePrice } from '#domain/parse-price.ts'
import { emptyFields, type ProductChange, ProductFields } from '#domain/product.ts'
import {
  type Attribute,
  byField,
  byKind,
  type ContentField,
  type KindOf,
  productFields,
  type ValueField,
  type ValueKind,
  type ValueOf,
  valueFields,
} from '#domain/product-fields.ts'
import { missingIn } from '#domain/product-rules.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldName } from '#web/platform/i18n/product-fields.ts'
import { isFilled } from '#web/ui/PairsField.tsx'

/** A field of each kind as typed; a price in major units. */
type TypedOf = { [Kind in ValueKind]: ValueOf[Kind] extends string | number | null ? string : ValueOf[Kind] }
/** The form's fields as typed. */
export type FormValues = { [Field in ValueField]: TypedOf[KindOf<Field>] }
export type FieldName = ContentField

/** Sentences by field. A part of a field has a dotted path, such as `attributes.0.key`. */
export type Problems = Record<string, string>

const typedOf = byKind<[currency: string], string | Attribute[] | string[]>({
  line: (value) => value,
  prose: (value) => value,
  text: (value) => value ?? '',
  money: priceText,
  count: (value) => (value === null ? '' : String(value)),
  tags: (value) => value,
  attributes: (value) => value,
})

/** A product as form values. */
export const valuesOf = (product: ProductFields, currency: string): FormValues =>
  byField(valueFields, (field) => typedOf(field, product[field] ?? emptyFields[field], currency)) as FormValues

export const emptyValues: FormValues = valuesOf(emptyFields, '')

type Read<Value> = { value: Value } | { problem: string }
type Reader<Kind extends ValueKind> = (typed: TypedOf[Kind], field: ValueField, currency: string) => Read<unknown>
const asTyped = <Typed>(typed: Typed) => ({ value: typed })
const readers: { [Kind in ValueKind]: Reader<Kind> } = {
  line: asTyped,
  prose: asTyped,
  text: (typed) => ({ value: typed.trim() || null }),
  money: readPrice,
  count: readCount,
  tags: asTyped,
  attributes: (typed) => ({ value: typed.filter(isFilled) }),
}

/** Reads the typed values: either all fields, or a sentence for each wrong one. */
export function readValues(values: FormValues, currency: string): { fields: ProductFields } | { problems: Problems } {
  const each = byField(valueFields, (field) =>
    (readers[productFields[field].kind] as Reader<never>)(values[field] as never, field, currency),
  )
  const read = ProductFields.safeParse(byField(valueFields, (field) => ('value' in each[field] ? each[field].value : null)))
  const rows = [...values.attributes.keys()].filter((at) => values.attributes[at] && isFilled(values.attributes[at]))
  // Empty rows are not read, but they are shown, so the index of a row differs.
  const shown = (path: PropertyKey[]) =>
    path.map((part, at) => (path[0] === 'attributes' && at === 1 ? (rows[Number(part)] ?? part) : part))
  const problems: Problems = {}
  for (const { path, message } of read.error?.issues ?? []) problems[shown(path).join('.')] ??= message
  for (const field of valueFields) if ('problem' in each[field]) problems[field] = each[field].problem
  return read.success && Object.keys(problems).length === 0 ? { fields: read.data } : { problems }
}

function readPrice(typed: string, _: ValueField, currency: string): Read<number | null> {
  const price = parsePrice(typed, currency)
  return 'minor' in price ? { value: price.minor } : { problem: t(`products.priceProblem.${price.problem}`) }
}

function readCount(typed: string, field: ValueField): Read<number | null> {
  const text = typed.trim()
  if (text === '') return { value: null }
  if (!/^\d+$/.test(text)) return { problem: t('products.countProblem', { field: fieldName(field) }) }
  // However long the number is, it is too high.
  return { value: Math.min(Number(text), productFields[field].max + 1) }
}

/** A sentence for each empty field that review requires. */
export function problemsBeforeReview(values: FormValues, pictures: number): Problems {
  const given = (text: string) => (text.trim() === '' ? null : 1)
  const images = Array.from({ length: pictures })
  const typed = { title: values.title.trim(), description: values.description.trim(), category: values.category.trim() }
  const missing = missingIn({ ...typed, price: given(values.price), stock: given(values.stock), images })
  return Object.fromEntries(missing.map((field) => [field, t(`products.missing.${field}`, limits.product)]))
}

/** The fields that differ from the product's. Unchanged fields are never sent. */
export function changeOf(before: ProductFields, after: ProductFields): ProductChange {
  return Object.fromEntries(valueFields.filter((name) => !same(before[name] ?? null, after[name])).map((name) => [name, after[name]]))
}

/** The fields in which two states of the form differ. */
export function differences(one: FormValues, other: FormValues): (keyof FormValues)[] {
  return valueFields.filter((name) => !same(one[name], other[name]))
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
