import { listMemory } from '#web/platform/queries/list-memory.ts'
import type { ProductSearch } from '#web/products/list/product-search.ts'

/** How the list of products was last looked at; the ways back from a product lead there. */
export const lastList = listMemory<ProductSearch>()
