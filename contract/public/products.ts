import { z } from 'zod'
import { Cursor, call, PageSize, PathId, pageOf } from '#contract/public/route.ts'
import { Attribute } from '#domain/product.ts'
import { Moment } from '#domain/text.ts'

const Picture = z.object({
  url: z.string(),
  path: z.string(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  thumbnails: z.record(z.string(), z.string()).describe('Addresses of smaller ones by their width in pixels.'),
})

/** A product on sale, as everybody may see it. */
export const ShopProduct = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().describe('Markdown.'),
  price: z.int().describe('In minor units of `currency`, such as cents.'),
  currency: z.string().describe('ISO 4217.'),
  category: z.string().nullable(),
  sku: z.string().nullable(),
  stock: z.int().nullable().describe('Null where it is not counted.'),
  tags: z.array(z.string()),
  attributes: z.array(Attribute),
  images: z.array(Picture).describe('The first one is the cover.'),
  seller_id: z.string(),
  created_at: Moment,
  updated_at: Moment.describe('The last change of content.'),
})
export type ShopProduct = z.infer<typeof ShopProduct>

export const Removed = z.object({ id: z.string(), removed: z.literal(true) }).describe('Has left the shop since.')
export type ShopChange = ShopProduct | z.infer<typeof Removed>

export const products = {
  list: call('products:read', {
    method: 'GET',
    path: '/products',
    tags: ['Products'],
    summary: 'Products on sale',
    description: `All products on sale, newest first. With \`updated_since\` only what changed after that moment, oldest change first; what left the shop since stands there as \`{ "id": …, "removed": true }\`.

To keep a copy: read all pages once and keep \`as_of\` of the **first** page. From then on ask with that as \`updated_since\`, read all pages, and keep \`as_of\` of the first page again. Nothing is missed however many change at the same time; what changes while you read may be told twice. A change is told within moments.`,
  })
    .input(
      z.strictObject({
        updated_since: Moment.optional().describe('`as_of` of an earlier answer, or any moment.'),
        cursor: Cursor,
        limit: PageSize,
      }),
    )
    .output(
      pageOf(z.union([ShopProduct, Removed])).extend({
        as_of: z.string().describe('Ask with this as `updated_since` for what changes from here on.'),
      }),
    ),
  get: call('products:read', {
    method: 'GET',
    path: '/products/{id}',
    tags: ['Products'],
    summary: 'One product on sale',
    description: 'What is not on sale, or never was, is not found.',
  })
    .input(z.strictObject({ id: PathId }))
    .output(ShopProduct),
}
