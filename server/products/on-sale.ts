import { sql } from 'drizzle-orm'

/** True in a statement on `products` with its seller as `u` for what storefronts may sell: approved, and its seller active (product §2). */
export const onSale = sql`(products.status = 'approved' and not products.unfinished and u.status is not distinct from 'active')`
