import type { ProductSearch } from '#web/products/product-search.ts'

let last: ProductSearch = {}

/** Notes how the list was last looked at, so that whoever mends one product after the other comes back to the same list. */
export function rememberList(search: ProductSearch): void {
  last = search
}

/** How the list was last looked at in this window. */
export const lastList = (): ProductSearch => last
