import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ReviewableField } from '#domain/edit-request.ts'
import { EventKind } from '#domain/event.ts'
import { ImagePath, ImagePaths, ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { Product, ProductChange, ProductFields, ProductStatus } from '#domain/product.ts'
import { contentFields } from '#domain/product-rules.ts'
import { RejectionCode, RejectionField, RejectionText } from '#domain/rejection.ts'
import { Id, line, Moment, prose, Search } from '#domain/text.ts'

export const productSorts = ['newest', 'oldest', 'updated', 'title', 'price', '-price', 'stock', '-stock'] as const
export const ProductSort = z.enum(productSorts)
export const queueSorts = ['waiting', 'newest', 'title', 'price', '-price'] as const
export const QueueSort = z.enum(queueSorts)

const page = { cursor: z.string().max(2_000).optional(), limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size) }

/** A row of a product list: what a table shows, without the long text. */
export const ProductRow = Product.omit({ description: true, attributes: true, tags: true })
export type ProductRow = z.infer<typeof ProductRow>
const ProductPage = z.object({ rows: z.array(ProductRow), next: z.string().nullable() })

/** One attempt to get a product approved, and what became of it (product §3). */
export const Attempt = z.object({
  number: z.int(),
  submittedAt: Moment,
  decision: z.enum(['approved', 'rejected', 'withdrawn']).nullable(),
  /** Rejected after it was on sale or archived. */
  takenDown: z.boolean(),
  decidedAt: Moment.nullable(),
  decidedBy: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  code: RejectionCode.nullable(),
  fields: z.array(RejectionField),
})
export type Attempt = z.infer<typeof Attempt>

/** One thing that happened to a product, as its seller and admins see it. */
export const TimelineEntry = z.object({
  id: z.string(),
  kind: EventKind,
  at: Moment,
  /** Who did it; null where the system acted. */
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
  z.object({
    code: z.literal('duplicate_title'),
    products: z.array(z.object({ id: Id, title: z.string(), sellerName: z.string().nullable() })),
  }),
])
export type ProductWarning = z.infer<typeof ProductWarning>

/** How a seller's products fared so far. */
export const SellerRecord = z.object({
  id: Id,
  name: z.string(),
  memberSince: Moment,
  products: z.record(ProductStatus, z.int()),
  approvals: z.int(),
  rejections: z.int(),
})
export type SellerRecord = z.infer<typeof SellerRecord>

/** What an admin saw when deciding; a decision on anything else is refused (product §3). */
export const Expected = z.object({ id: Id, status: ProductStatus, version: z.int().min(0) })

/** A product after an edit, and what became of the change: the fields that apply since then, and those that wait in its edit request. */
export const EditedProduct = Product.extend({ applied: z.array(z.enum(contentFields)), waiting: z.array(ReviewableField) })
export type EditedProduct = z.infer<typeof EditedProduct>

export const products = {
  /** A seller's own products; an admin names the user whose products are meant (spec §7). */
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
  /** The review queue: every product admins may see, by status. */
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
  /** How many products wait for a decision, exact up to 999; 1000 stands for more. */
  waiting: oc.output(z.object({ pending: z.int() })),
  get: oc.input(z.object({ id: Id })).output(Product),
  attempts: oc.input(z.object({ id: Id })).output(z.array(Attempt)),
  /** Makes the product with no pictures yet; `draft` is "Save draft". Unless none follow, they are uploaded next and named by `nameImages`. */
  create: oc
    .input(
      ProductFields.extend({
        draft: z.boolean().default(false),
        imagesFollow: z.boolean().default(true),
        /** Made by the browser: the same seller creating again under the same key is given the same product, so that a lost answer makes no second one. */
        key: z.uuid().optional(),
      }),
    )
    .output(Product),
  /** Ends a creation: names the uploaded pictures in their order, and only now the product enters the queue (spec §7). */
  nameImages: oc.input(z.object({ id: Id, images: ImagePaths })).output(Product),
  /** One's own uploads for a product that does not name them yet: what a creation that broke off goes on with. */
  uploads: oc.input(z.object({ id: Id })).output(z.array(ProductImage)),
  /** Takes back an upload that no product names. */
  discardImage: oc.input(z.object({ id: Id, path: ImagePath })).output(z.object({})),
  /**
   * Changes fields and pictures; `submit` also sends a draft or rejected product to review, in the same transaction. On an approved product
   * each field goes its way by `routeChange` (domain/edit-request.ts, with `reviewedFields` and `priceReviewPercent` of `users.me`): it
   * applies at once, or joins the product's edit request, which is made if there is none (product §3, §4). The answer says which did what.
   *
   * A form that shows the waiting request's proposals names that request and its version in `seenRequest`: then a field sent with its live
   * value is taken back from the request (a request left empty is withdrawn), and a request changed, decided or followed by another
   * meanwhile is `stale-version`. Without it a live value is no change, so that an older form never takes anything back.
   * `note` goes with what waits; where nothing does, it is refused with `nothing-proposed`, as nobody would read it. A SKU that would
   * wait is refused with `sku-taken` at once.
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
  submit: oc.input(z.object({ id: Id })).output(Product),
  withdraw: oc.input(z.object({ id: Id })).output(Product),
  archive: oc.input(z.object({ id: Id })).output(Product),
  /** Back on sale; back to review if reviewed fields changed meanwhile (product §3). */
  restore: oc.input(z.object({ id: Id })).output(Product),
  /**
   * An admin gives a product to another active seller, whoever had it; a change that waits for it is superseded, and orders stay with who sold
   * them. `seen` is what the admin saw of it.
   */
  assign: oc
    .input(
      z.object({
        id: Id,
        seller_id: Id,
        reason: RejectionText,
        seen: z.object({ status: ProductStatus, seller_id: Id.nullable() }),
      }),
    )
    .output(Product),
  /** The products of one seller with a SKU that the other uses too: these cannot be assigned to the other. */
  skuClashes: oc
    .input(z.object({ userId: Id, seller_id: Id }))
    .output(z.array(z.object({ id: Id, title: z.string(), sku: z.string(), theirs: z.object({ id: Id, title: z.string() }) }))),
  timeline: oc
    .input(z.object({ id: Id, cursor: z.string().max(2_000).optional() }))
    .output(z.object({ rows: z.array(TimelineEntry), next: z.string().nullable() })),
  warnings: oc.input(z.object({ id: Id })).output(z.array(ProductWarning)),
  sellerRecord: oc.input(z.object({ seller_id: Id })).output(SellerRecord),
  /** Says that one is looking at a product (or has left it), and answers which other admins are. */
  look: oc
    .input(z.object({ id: Id, leave: z.boolean().default(false) }))
    .output(z.object({ others: z.array(z.object({ id: Id, name: z.string() })) })),
  delete: oc.input(z.object({ id: Id })).output(z.object({})),
  approve: oc.input(Expected).output(Product),
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
