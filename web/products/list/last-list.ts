import { listMemory } from '#web/platform/queries/list-memory.ts'
import type { ProductSearch } from '#web/products/list/product-search.ts'

/** The last state of the list of products, for links back from a product. */
export const lastList = listMemory<ProductSearch>()
