import { sql } from 'drizzle-orm'

/** SQL condition on `products` with the seller as `u`: approved, with an active seller, so storefronts may sell it (product §2). */
export const onSale = sql`(products.status = 'approved' and not products.unfinished and u.status is not distinct from 'active')`
