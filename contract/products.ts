import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ById, page, pageOf } from '#contract/page.ts'
import { ReviewableField } from '#domain/edit-request.ts'
import { EventKind } from '#domain/event.ts'
import { ImagePath, ImagePaths, ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { Person } from '#domain/person.ts'
import { nullableFields, Product, ProductChange, ProductFields, ProductStatus } from '#domain/product.ts'
import {
  byField,
  type ContentField,
  contentFields,
  type ListedField,
  maskOf,
  type NullableField,
  productFields,
} from '#domain/product-fields.ts'
import { RejectionCode, RejectionField, RejectionText } from '#domain/rejection.ts'
import { Id, line, Moment, prose, Search, Total } from '#domain/text.ts'

export const productSorts = ['newest', 'oldest', 'updated', 'title', 'price', '-price', 'stock', '-stock'] as const
export const ProductSort = z.enum(productSorts)
export const queueSorts = ['waiting', 'newest', 'title', 'price', '-price'] as const
export const QueueSort = z.enum(queueSorts)
const catalogueSorts = ['newest', 'title', 'price', '-price', 'stock', '-stock'] as const
export const CatalogueSort = z.enum(catalogueSorts)
/** None left, at most `limits.product.stockLow`, or any. */
const stockFilters = ['out', 'low', 'in'] as const
export type StockFilter = (typeof stockFilters)[number]

const unlisted = contentFields.filter((field) => !productFields[field].listed) as Exclude<ContentField, ListedField>[]
/** A row of a product list, without the long texts. */
export const ProductRow = Product.omit(maskOf(unlisted)).extend({
  /** The outcome of the last change that its seller requested, if it was refused of late, also in part; in the list of `products.list` only. */
  refusedChange: z.enum(['rejected', 'partly_approved']).nullish(),
})
export type ProductRow = z.infer<typeof ProductRow>
const ProductPage = pageOf(ProductRow).extend({ total: Total })

const Amount = z.coerce.number().int().min(0).max(limits.product.priceMax)
/** The filters of the catalogue; also those of its CSV file, whose address has text alone. */
export const CatalogueFilters = z.object({
  search: Search.optional(),
  status: ProductStatus.optional(),
  seller_id: Id.optional(),
  category: line({ max: limits.product.categoryMax }).optional(),
  stock: z.enum(stockFilters).optional(),
  /** Minor units, both included. */
  priceFrom: Amount.optional(),
  priceTo: Amount.optional(),
})
export type CatalogueFilters = z.infer<typeof CatalogueFilters>

/** One attempt to get a product approved, and its outcome (product §3). */
export const Attempt = z.object({
  number: z.int(),
  submittedAt: Moment,
  decision: z.enum(['approved', 'rejected', 'withdrawn']).nullable(),
  /** True if it was rejected after it was on sale or archived. */
  takenDown: z.boolean(),
  decidedAt: Moment.nullable(),
  decidedBy: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  code: RejectionCode.nullable(),
  fields: z.array(RejectionField),
})
export type Attempt = z.infer<typeof Attempt>

/** One event of a product, as its seller and admins see it. */
export const TimelineEntry = z.object({
  id: z.string(),
  kind: EventKind,
  at: Moment,
  /** The person who acted; null for the system. */
  by: z.string().nullable(),
  byAdmin: z.boolean(),
  fields: z.array(z.string()),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** What simple checks find worth a second look (product §3); never a refusal. */
export const ProductWarning = z.discriminatedUnion('code', [
  z.object({ code: z.literal('no_description') }),
  /** Minor units. */
  z.object({ code: z.literal('price_far'), median: z.int() }),
  z.object({ code: z.literal('duplicate_title'), products: z.array(z.object({ id: Id, title: z.string(), seller: Person.nullable() })) }),
])
export type ProductWarning = z.infer<typeof ProductWarning>

/** A seller's products by status, and how often they were approved and rejected so far. */
export const SellerRecord = Person.extend({
  memberSince: Moment,
  products: z.record(ProductStatus, z.int()),
  approvals: z.int(),
  rejections: z.int(),
})
export type SellerRecord = z.infer<typeof SellerRecord>

/** The expected state of a decision; a decision on another state is refused (product §3). */
export const Expected = z.object({ id: Id, status: ProductStatus, version: z.int().min(0) })

/** A product after an edit: the fields that applied at once, and those that wait in its edit request. */
export const EditedProduct = Product.extend({ applied: z.array(z.enum(contentFields)), waiting: z.array(ReviewableField) })
export type EditedProduct = z.infer<typeof EditedProduct>

/** The fields of a new product. Those that may be empty may be left out: a client from before a field existed does not know it. */
const NewFields = ProductFields.extend(
  byField(nullableFields, (field) => (ProductFields.shape[field] as z.ZodNullable).default(null)) as {
    [Field in NullableField]: z.ZodDefault<(typeof ProductFields.shape)[Field]>
  },
)

export const products = {
  /** A seller's own products; an admin names the seller (spec §7). */
  list: oc
    .input(
      z.object({
        userId: Id.optional(),
        search: Search.optional(),
        status: ProductStatus.optional(),
        sort: ProductSort.default('newest'),
        ...page,
      }),
    )
    .output(ProductPage),
  /** The review queue: every product that admins may see, by status. */
  queue: oc
    .input(
      z.object({
        status: ProductStatus.default('pending'),
        search: Search.optional(),
        category: line({ max: limits.product.categoryMax }).optional(),
        seller_id: Id.optional(),
        sort: QueueSort.default('waiting'),
        ...page,
      }),
    )
    .output(ProductPage),
  /** Every product that admins may see. */
  catalogue: oc.input(CatalogueFilters.extend({ sort: CatalogueSort.default('newest'), ...page })).output(ProductPage),
  /** How many products wait for a decision, exact up to 999; 1000 means more. */
  waiting: oc.output(z.object({ pending: z.int() })),
  get: oc.input(ById).output(Product),
  attempts: oc.input(ById).output(z.array(Attempt)),
  /** Creates a product without pictures; `draft` is "Save draft". Its pictures, if any, are uploaded next and named by `nameImages`. */
  create: oc
    .input(
      NewFields.extend({
        draft: z.boolean().default(false),
        imagesFollow: z.boolean().default(true),
        /**
         * Made by the browser. Creating again with the same key returns the same product to the same seller, so that a lost answer causes
         * no second one.
         */
        key: z.uuid().optional(),
        /** Pictures may have been uploaded ahead, under `creationId` of the key: the product counts their indexes. */
        imagesAhead: z.boolean().default(false),
      }),
    )
    .output(Product),
  /** Ends a creation: names the uploaded pictures in their order; only now the product enters the queue (spec §7). */
  nameImages: oc.input(z.object({ id: Id, images: ImagePaths })).output(Product),
  /** The caller's uploads that the product does not name yet, to resume an interrupted creation; `id` may be one of `creationId`. */
  uploads: oc.input(ById).output(z.array(ProductImage)),
  /** Deletes an upload that no product names; `id` may be one of `creationId`. */
  discardImage: oc.input(z.object({ id: Id, path: ImagePath })).output(z.object({})),
  /**
   * Changes fields and pictures; `submit` also submits a draft or rejected product, in the same transaction. On an approved product,
   * `routeChange` decides per field (domain/edit-request.ts, with `reviewedFields` and `priceReviewPercent` of `users.me`): it applies at
   * once, or joins the product's edit request, which is created if there is none (product §3, §4). The answer lists both.
   *
   * A form that shows the proposals of the waiting request names that request and its version in `seenRequest`: a field sent with its live
   * value is then taken back from the request (a request left empty is withdrawn), and a request that was changed, decided or followed by
   * another meanwhile is `stale-version`. Without it a live value is no change, so that an older form never takes anything back. `note` is
   * stored with what waits; if nothing waits, it is refused with `nothing-proposed`, because no admin would read it. A SKU that would wait
   * and is taken is refused with `sku-taken` at once.
   */
  edit: oc
    .input(
      z.object({
        id: Id,
        version: z.int().min(0),
        change: ProductChange,
        submit: z.boolean().default(false),
        seenRequest: z.object({ id: Id, version: z.int().min(0) }).optional(),
        note: prose({ max: limits.editRequest.noteMax }).optional(),
      }),
    )
    .output(EditedProduct),
  submit: oc.input(ById).output(Product),
  withdraw: oc.input(ById).output(Product),
  archive: oc.input(ById).output(Product),
  /** Puts an archived product back on sale, or back to review if reviewed fields changed meanwhile (product §3). */
  restore: oc.input(ById).output(Product),
  /**
   * An admin assigns a product to another active seller, whatever its owner; a waiting edit request is superseded, and orders stay with the
   * seller who sold them. `seen` is the expected state.
   */
  assign: oc
    .input(z.object({ id: Id, seller_id: Id, reason: RejectionText, seen: z.object({ status: ProductStatus, seller_id: Id.nullable() }) }))
    .output(Product),
  /** The products of `userId` whose SKU `seller_id` uses too: these cannot be assigned. */
  skuClashes: oc
    .input(z.object({ userId: Id, seller_id: Id }))
    .output(z.array(z.object({ id: Id, title: z.string(), sku: z.string(), theirs: z.object({ id: Id, title: z.string() }) }))),
  timeline: oc.input(z.object({ id: Id, cursor: z.string().max(2_000).optional() })).output(pageOf(TimelineEntry)),
  warnings: oc.input(ById).output(z.array(ProductWarning)),
  sellerRecord: oc.input(z.object({ seller_id: Id })).output(SellerRecord),
  /** Publishes that the caller has a product open (or has left it), and returns which other admins have it open. */
  look: oc
    .input(z.object({ id: Id, leave: z.boolean().default(false) }))
    .output(z.object({ others: z.array(z.object({ id: Id, name: z.string() })) })),
  /** Only in the expected status, if it is named. */
  delete: oc.input(ById.extend({ status: ProductStatus.optional() })).output(z.object({})),
  approve: oc.input(Expected).output(Product),
  /**
   * Undoes the actor's own decision within `limits.undo.ms` while nothing followed it; the input names the product as the decision answered it.
   * Status, reason, approved price, archived-by mark and a superseded request return; the version moves on.
   */
  undo: oc.input(Expected).output(Product),
  reject: oc
    .input(
      Expected.extend({
        code: RejectionCode,
        rejectionReason: RejectionText,
        fields: z.array(RejectionField).max(RejectionField.options.length).default([]),
      }),
    )
    .output(Product),
}
