import { useNavigate, useSearch } from '@tanstack/react-router'
import { useListMemory } from '#web/platform/queries/list-memory.ts'
import { lastList } from '#web/products/list/last-list.ts'
import type { ProductSearch } from '#web/products/list/product-search.ts'

/** The list's state in the address and how to change it; what narrows or orders the list starts again at its first page. */
export function useProductSearch() {
  const navigate = useNavigate()
  // Of this page: the address itself is the next page's while that is still loading.
  const search = useSearch({ from: '/frame/seller/products' })
  useListMemory(lastList, search)
  const change = (to: Partial<ProductSearch>) =>
    void navigate({ to: '/seller/products', search: { ...search, pages: undefined, ...to }, replace: true, resetScroll: false })
  return { search, change }
}
