import { type SQL, sql } from 'drizzle-orm'

/** SQL: an index above those of all files of a product. Imported files have names of their own. */
export const indexAbove = (productId: string): SQL => sql`
  (select coalesce(max(substring(path from '^products/[^/]+/([0-9]{1,8})_')::integer) + 1, 0) from files where product_id = ${productId}::text)`
