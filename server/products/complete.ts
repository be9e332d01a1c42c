import { sql } from 'drizzle-orm'
import { limits } from '#domain/limits.ts'

/** `missingIn` finds nothing, as a condition on `products`: what a change needs that puts a product before admins or on sale (product §3). */
export const complete = sql`(char_length(products.title) >= ${sql.raw(String(limits.product.titleMin))} and products.description <> ''
  and products.price is not null and products.category <> '' and products.stock is not null
  and jsonb_array_length(products.images) >= ${sql.raw(String(limits.image.min))})`
