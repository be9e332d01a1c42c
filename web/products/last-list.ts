import { listMemory } from '#web/app/list-memory.ts'
import type { ProductSearch } from '#web/products/product-search.ts'

const memory = listMemory<ProductSearch>()

/** Notes how the list was last looked at, so that whoever mends one product after the other comes back to the same list. */
export const rememberList = memory.remember

/** How this person last looked at the list in this window. */
export const lastList: () => ProductSearch = memory.last
