import { useNavigate, useSearch } from '@tanstack/react-router'
import { useListMemory } from '#web/platform/queries/list-memory.ts'
import { lastList, type ProductSearch } from '#web/products/list/product-search.ts'

/** Reads and changes the list's state in the address. A filter or sort order goes back to the first page. */
export function useProductSearch() {
  const navigate = useNavigate()
  // The search of this page: while another page loads, the location is already that page's.
  const search = useSearch({ from: '/layout/seller/products' })
  useListMemory(lastList, search)
  const change = (to: Partial<ProductSearch>) =>
    void navigate({ to: '/seller/products', search: { ...search, pages: undefined, ...to }, replace: true, resetScroll: false })
  return { search, change }
}
