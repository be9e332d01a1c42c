import { personNow } from '#web/app/queries.ts'
import type { ProductSearch } from '#web/products/product-search.ts'

let last: { of: string | null; search: ProductSearch } = { of: null, search: {} }

/** Notes how the list was last looked at, so that whoever mends one product after the other comes back to the same list. */
export function rememberList(search: ProductSearch): void {
  last = { of: personNow(), search }
}

/** How this person last looked at the list in this window. */
export const lastList = (): ProductSearch => (last.of === personNow() ? last.search : {})
