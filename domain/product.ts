import { z } from 'zod'
import { ImagePaths, ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { Person } from '#domain/person.ts'
import {
  byField,
  fieldsWhere,
  type KindOf,
  type NullableField,
  productFields,
  type ValueField,
  type ValueKind,
  valueFields,
  wordFor,
} from '#domain/product-fields.ts'
import { productStatuses } from '#domain/product-rules.ts'
import { RejectionCode, RejectionField } from '#domain/rejection.ts'
import { filled, type NamedText, say, shapeTexts } from '#domain/shape-texts.ts'
import { foldCase, Id, isOneLine, line, Moment, prose } from '#domain/text.ts'

export const ProductStatus = z.enum(productStatuses)
export type ProductStatus = z.infer<typeof ProductStatus>

const l = limits.product
export const Attribute = z.object({ key: line({ min: 1, max: l.attributeKeyMax }), value: line({ min: 1, max: l.attributeValueMax }) })

const number = (field: ValueField, whole: string) => {
  const { min = 0, max } = productFields[field]
  const about = [{ field }, { field: wordFor(field) }] as const
  return z
    .int(whole)
    .min(min, say(min > 0 ? 'field-zero' : 'field-negative', ...about))
    .max(max, say('field-too-high', ...about))
    .nullable()
}

/** What a seller may write into a field of each kind. */
const written = {
  line: (field: ValueField) => line(productFields[field]),
  prose: (field: ValueField) => prose(productFields[field]),
  text: (field: ValueField) => line(productFields[field]).nullable(),
  money: (field: ValueField) => number(field, say('whole-minor-units')),
  count: (field: ValueField) => number(field, say('whole-number')),
  tags: (field: ValueField) => {
    const { max } = productFields[field]
    const tooMany = say('too-many-tags', { max })
    return (
      z
        .array(line({ min: 1, max: l.tagMax }))
        // Limits the input before the tags are checked; a few duplicates are allowed, because they are merged.
        .max(max * 10, tooMany)
        .overwrite((tags) => [...new Set(tags)])
        .refine((tags) => tags.length <= max, tooMany)
    )
  },
  /** Attribute names are unique, regardless of case. */
  attributes: (field: ValueField) =>
    z
      .array(Attribute)
      .max(productFields[field].max, say('too-many-attributes', { max: productFields[field].max }))
      .superRefine((attributes, { addIssue }) => {
        const names = attributes.map(({ key }) => foldCase(key))
        for (const [at, { key }] of attributes.entries()) {
          // A name that cannot be stored is refused as such; a sentence with it could not be stored, either.
          if (names.indexOf(foldCase(key)) === at || !isOneLine(key)) continue
          const params = { text: 'attribute-twice', values: { key } } satisfies NamedText
          addIssue({ code: 'custom', path: [at, 'key'], message: filled(shapeTexts['attribute-twice'], { key }), params })
        }
      }),
}

/** What a stored field of each kind may hold. It may be older than a rule, so reading never refuses it. */
const stored = {
  line: () => z.string(),
  prose: () => z.string(),
  text: () => z.string().nullable(),
  money: () => z.int().nullable(),
  count: () => z.int().nullable(),
  tags: () => z.array(z.string()),
  attributes: () => z.array(z.object({ key: z.string(), value: z.string() })),
}

type Schemas = Record<ValueKind, (field: ValueField) => z.ZodType>
/** The shape of all fields that hold a value, from a schema of each kind. */
export const shapeOf = <Of extends Schemas>(schemas: Of) =>
  byField(valueFields, (field) => schemas[productFields[field].kind](field)) as { [Field in ValueField]: ReturnType<Of[KindOf<Field>]> }

/** The fields that a seller writes. A draft may lack all but the title; `submit` demands the rest (product §3). */
export const ProductFields = z.object(shapeOf(written))
export type ProductFields = z.infer<typeof ProductFields>

/** Fields that are null where nothing is given. */
export const nullableFields: readonly NullableField[] = fieldsWhere(({ kind }) => kind === 'text' || kind === 'money' || kind === 'count')

/** A field without a value, by kind. */
const empty = { line: '', prose: '', text: null, money: null, count: null, tags: [], attributes: [] } satisfies Record<ValueKind, unknown>
/** The fields of a product about which nothing is known yet. */
export const emptyFields = byField(valueFields, (field) => empty[productFields[field].kind]) as ProductFields

/** A product as its seller and admins see it (spec §3, with its names). */
export const Product = z.object({
  ...shapeOf(stored),
  id: Id,
  images: z.array(ProductImage),
  status: ProductStatus,
  /** Counts changes of reviewed fields only. */
  version: z.int(),
  seller_id: z.string().nullable(),
  /** Null without an owner. */
  seller: Person.nullable(),
  /**
   * True if the reader is a former owner since it was last submitted, so that another admin decides. Only on an opened product, not in
   * lists.
   */
  submittedByYou: z.boolean().optional(),
  /** True if the seller has closed the account; on an opened product only. */
  sellerClosed: z.boolean().optional(),
  /** True if the owner is now an admin; on an opened product only. */
  sellerIsAdmin: z.boolean().optional(),
  /** True while the seller is suspended; on an opened product only. */
  sellerSuspended: z.boolean().optional(),
  rejectionReason: z.string().nullable(),
  rejection: z.object({ code: RejectionCode, fields: z.array(RejectionField) }).nullable(),
  /** True until the pictures of a creation are named (spec §7); until then admins do not see it. */
  unfinished: z.boolean(),
  archivedByAdmin: z.boolean(),
  /** Minor units; a price too far from it needs review (`priceNeedsReview`). Null if the product was never approved. */
  approvedPrice: z.int().nullable().optional(),
  /** The edit request that waits for a decision on this product, if any (product §4). */
  editRequestId: Id.nullable(),
  created_at: Moment,
  /** The last change of content. */
  updated_at: Moment,
  /** The last change of status. */
  updatedAt: Moment,
  submittedAt: Moment.nullable(),
})
export type Product = z.infer<typeof Product>

/** The fields of a change. An absent field stays unchanged. */
export const ProductChange = ProductFields.partial().extend({ images: ImagePaths.optional() })
export type ProductChange = z.infer<typeof ProductChange>
