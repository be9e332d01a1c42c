import { limits } from '#domain/limits.ts'

/**
 * What a field holds: a `line` is text that is never missing, `text` and numbers are null where nothing is given. Tables by kind say how its
 * values are checked, read, typed, compared and shown, so that a field of a kind that exists needs no code of its own.
 */
export type FieldKind = ValueKind | 'pictures'

export type Attribute = { key: string; value: string }

/** The values of each kind. */
export type ValueOf = {
  line: string
  prose: string
  text: string | null
  money: number | null
  count: number | null
  tags: string[]
  attributes: Attribute[]
}
export type ValueKind = keyof ValueOf

/** One field of a product that its seller writes. */
export type FieldRow = {
  kind: FieldKind
  /** The word in sentences, where it is not the name. */
  word?: string
  /** The range of a number, the characters of a text, or the length of a list. */
  min?: number
  max: number
  /** What a count counts, if not pieces; as `Intl` names it. */
  unit?: 'gram'
  /** Whether a change of an approved product is reviewed: unless the settings say otherwise, only if they say so, or never. */
  review: 'default' | 'choice' | 'never'
  /** Part of the rows of lists. */
  listed: boolean
  /** Part of the public API and of webhooks. */
  storefront: boolean
  /** Kept with each order line as it was sold: shown there, or counted by; null if orders do not keep it. */
  sold: 'shown' | 'counted' | null
  /** Place among the columns of CSV files; null if they lack it. */
  csv: number | null
  /** Place among the facts of an opened product; null if it is shown elsewhere. */
  fact: number | null
  /** The part of the form that has it. */
  form: 'main' | 'selling' | 'sorting'
}

const l = limits.product
const everywhere = { listed: true, storefront: true, sold: null } as const
const opened = { listed: false, storefront: true, sold: null } as const
const inOrders = { ...everywhere, sold: 'shown' } as const

/**
 * All fields of a product that its seller writes, in the order of sentences and reviews. A field has one name: that of its column, its CSV
 * heading and its key in every API; people read its `word`, or else its name. All that reads, writes, compares or shows fields follows this
 * table. Pictures are stored and named by calls of their own.
 */
const table = {
  title: { kind: 'line', min: l.titleMin, max: l.titleMax, review: 'default', ...inOrders, csv: 2, fact: null, form: 'main' },
  description: { kind: 'prose', max: l.descriptionMax, review: 'default', ...opened, csv: 3, fact: null, form: 'main' },
  images: { kind: 'pictures', max: limits.image.max, review: 'default', ...everywhere, csv: null, fact: null, form: 'main' },
  category: { kind: 'text', max: l.categoryMax, review: 'default', ...everywhere, sold: 'counted', csv: 6, fact: 2, form: 'sorting' },
  tags: { kind: 'tags', max: l.tagsMax, review: 'default', ...opened, csv: 7, fact: 6, form: 'sorting' },
  attributes: { kind: 'attributes', max: l.attributesMax, review: 'default', ...opened, csv: 8, fact: null, form: 'main' },
  /** Minor units of the marketplace's currency. A large change is reviewed in any case (`priceNeedsReview`). */
  price: { kind: 'money', min: 1, max: l.priceMax, review: 'choice', ...everywhere, csv: 4, fact: 1, form: 'selling' },
  /** Never reviewed: it follows the warehouse, and an old figure must never come back. */
  stock: { kind: 'count', min: 0, max: l.stockMax, review: 'never', ...everywhere, csv: 5, fact: 3, form: 'selling' },
  sku: { kind: 'text', word: 'SKU', max: l.skuMax, review: 'choice', ...inOrders, csv: 1, fact: 4, form: 'selling' },
  weight: { kind: 'count', unit: 'gram', min: 1, max: l.weightMax, review: 'default', ...opened, csv: 9, fact: 5, form: 'selling' },
} as const satisfies Record<string, FieldRow>

type Table = typeof table
type FieldsWith<Key extends 'kind' | 'review' | 'listed' | 'storefront' | 'sold' | 'csv' | 'fact' | 'form', Value> = {
  [Field in keyof Table]: Table[Field][Key] extends Value ? Field : never
}[keyof Table]

/** A field that a seller can change, pictures included. */
export type ContentField = keyof Table
/** A field with a value of its own; pictures are files. */
export type ValueField = Exclude<ContentField, 'images'>
export type KindOf<Field extends ContentField> = Table[Field]['kind']
/** A field that is null where nothing is given. */
export type NullableField = FieldsWith<'kind', 'text' | 'money' | 'count'>
export type ReviewableField = FieldsWith<'review', 'default' | 'choice'>
export type ReviewedField = FieldsWith<'review', 'default'>
export type ListedField = FieldsWith<'listed', true>
export type StorefrontField = FieldsWith<'storefront', true>
export type SoldField = FieldsWith<'sold', string>
export type ShownSoldField = FieldsWith<'sold', 'shown'>
export type ImportColumn = FieldsWith<'csv', number>
export type FactField = FieldsWith<'fact', number>
export type MainField = FieldsWith<'form', 'main'>
/** A field in the column beside the main part of the form. */
export type SideField = FieldsWith<'form', 'selling' | 'sorting'>

/** The row of each field. */
export const productFields: { readonly [Field in ContentField]: FieldRow & { kind: KindOf<Field> } } = table

/** The fields that a seller can change, pictures included, in the order of sentences. */
export const contentFields = Object.keys(table) as readonly ContentField[]

/** The fields whose rows meet the condition. */
export const fieldsWhere = <Field extends ContentField>(holds: (row: FieldRow) => boolean) =>
  contentFields.filter((field) => holds(productFields[field])) as Field[]
/** The fields that have a place there, in its order. */
export const inPlaces = <Field extends ContentField>(by: 'csv' | 'fact') =>
  fieldsWhere<Field>((row) => row[by] !== null).sort((one, other) => Number(productFields[one][by]) - Number(productFields[other][by]))

export const valueFields: readonly ValueField[] = fieldsWhere(({ kind }) => kind !== 'pictures')
/** Fields that can be reviewed. */
export const reviewableFields: readonly ReviewableField[] = fieldsWhere(({ review }) => review !== 'never')
/** Fields that admins have reviewed; on an approved product they change only through review (product §3). An operator may choose others. */
export const reviewedFields: readonly ReviewedField[] = fieldsWhere(({ review }) => review === 'default')
export const listedFields: readonly ListedField[] = fieldsWhere(({ listed }) => listed)
/** Fields that storefronts get. */
export const storefrontFields: readonly StorefrontField[] = fieldsWhere(({ storefront }) => storefront)
/** Fields that order lines keep, and those of them that a line shows. */
export const soldFields: readonly SoldField[] = fieldsWhere(({ sold }) => sold !== null)
export const shownSoldFields: readonly ShownSoldField[] = fieldsWhere(({ sold }) => sold === 'shown')
/** The fields among the facts of an opened product, in their order. */
export const factFields: readonly FactField[] = inPlaces('fact')

/** True for a name of a field. */
export const isContentField = (name: string): name is ContentField => Object.hasOwn(table, name)

/** The word for a field in sentences. */
export const wordFor = (field: ContentField): string => productFields[field].word ?? field

/** A value for each of these fields. */
export const byField = <Field extends string, Value>(fields: readonly Field[], value: (field: Field) => Value): Record<Field, Value> =>
  Object.fromEntries(fields.map((field) => [field, value(field)])) as Record<Field, Value>
/** A function of a field's value, from one for each kind. */
export const byKind =
  <More extends unknown[], Result>(functions: { [Kind in ValueKind]: (value: ValueOf[Kind], ...more: More) => Result }) =>
  (field: ValueField, value: unknown, ...more: More): Result =>
    (functions[productFields[field].kind] as (value: unknown, ...more: More) => Result)(value, ...more)

/** These fields, as a shape picks them. */
export const maskOf = <Field extends string>(fields: readonly Field[]) => byField(fields, () => true as const)
