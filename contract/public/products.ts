import { z } from 'zod'
import { Cursor, call, PageSize, PathId, pageOf } from '#contract/public/route.ts'
import { ProductImage } from '#domain/image.ts'
import { Product } from '#domain/product.ts'
import { byField, maskOf, productFields, storefrontFields } from '#domain/product-fields.ts'
import { Moment } from '#domain/text.ts'

const Picture = ProductImage.extend({
  thumbnails: ProductImage.shape.thumbnails.describe('URLs of thumbnails by width in pixels.'),
})

const { shape } = Product.pick(maskOf(storefrontFields))
const inUnits = byField(storefrontFields, (field) => {
  const { unit } = productFields[field]
  return unit ? shape[field].describe(`In ${unit}s.`) : shape[field]
}) as typeof shape

/** A product on sale, as all people may see it. */
export const StorefrontProduct = z.object({
  id: z.string(),
  ...inUnits,
  description: z.string().describe('Markdown.'),
  price: z.int().describe('In minor units of `currency`, such as cents.'),
  currency: z.string().describe('ISO 4217.'),
  stock: z.int().nullable().describe('Null if the stock is not tracked.'),
  images: z.array(Picture).describe('The first image is the cover.'),
  seller_id: z.string(),
  created_at: Moment,
  updated_at: Moment.describe('The last change of content.'),
})
export type StorefrontProduct = z.infer<typeof StorefrontProduct>

export const Removed = z.object({ id: z.string(), removed: z.literal(true) }).describe('No longer on sale.')
export type StorefrontChange = StorefrontProduct | z.infer<typeof Removed>

export const products = {
  list: call('products:read', {
    method: 'GET',
    path: '/products',
    tags: ['Products'],
    summary: 'List products on sale',
    description: `All products on sale, newest first. With \`updated_since\`: only products that changed since, oldest change first; one that is no longer on sale appears as \`{ "id": …, "removed": true }\`.

To maintain a complete copy, read all pages once and store \`as_of\` of the **first** page. From then on, send it as \`updated_since\`, read all pages, and store \`as_of\` of the first page again. You miss no change, even if many products change at the same time; a change made while you read may appear twice. Changes appear within about a second.`,
  })
    .input(
      z.strictObject({
        updated_since: Moment.optional().describe('`as_of` of an earlier response, or any time.'),
        cursor: Cursor,
        limit: PageSize,
      }),
    )
    .output(
      pageOf(z.union([StorefrontProduct, Removed])).extend({
        as_of: z.string().describe('Send it as `updated_since` to get later changes.'),
      }),
    ),
  get: call('products:read', {
    method: 'GET',
    path: '/products/{id}',
    tags: ['Products'],
    summary: 'Get a product on sale',
    description: 'Returns 404 for a product that is not on sale.',
  })
    .input(z.strictObject({ id: PathId }))
    .output(StorefrontProduct),
}
