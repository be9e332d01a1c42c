import { sql } from 'drizzle-orm'
import { limits } from '#server/platform/limits/limits.ts'

/** SQL condition on `products`: `missingIn` finds nothing. Required by changes that put a product before admins or on sale (product §3). */
export const complete = sql`(char_length(products.title) >= ${sql.raw(String(limits.product.titleMin))} and products.description <> ''
  and products.price is not null and products.category <> '' and products.stock is not null
  and jsonb_array_length(products.images) >= ${sql.raw(String(limits.image.min))})`
