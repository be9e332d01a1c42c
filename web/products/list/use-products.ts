import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ProductRow } from '#contract/products.ts'
import { useListMemory } from '#web/platform/queries/list-memory.ts'
import { useNewest } from '#web/platform/queries/use-newest.ts'
import { usePagedQuery, usePages } from '#web/platform/queries/use-pages.ts'
import { rpc } from '#web/platform/rpc/rpc.ts'
import type { ProductSearch } from '#web/products/list/product-search.ts'

/** The seller's own products in the state of the address, as many pages as it asks for. */
export function useProducts({ search, status, sort, pages = 1 }: ProductSearch) {
  const list = usePagedQuery(rpc.products.list, { search, status, sort })
  const loaded = usePages(list, pages)
  // A new product comes first in the newest, and is missing from a list that is loaded to its end.
  const isNew = ({ created_at }: ProductRow) =>
    !list.hasNextPage || ((sort ?? 'newest') === 'newest' && created_at > (loaded?.[0]?.created_at ?? ''))
  const rows = useNewest(loaded, {
    answeredAt: list.dataUpdatedAt,
    get: rpc.products.get,
    matches: (row) => status === undefined || row.status === status,
    isFirst: (product) => !search && isNew(product),
  })
  return { list, rows }
}

/** Reads and changes the list's state in the address. A filter or sort order goes back to the first page. */
export function useProductSearch() {
  const navigate = useNavigate()
  // The search of this page: while another page loads, the location is already that page's.
  const search = useSearch({ from: '/layout/seller/products' })
  useListMemory('/seller/products', search)
  const change = (to: Partial<ProductSearch>) =>
    void navigate({ to: '/seller/products', search: { ...search, pages: undefined, ...to }, replace: true, resetScroll: false })
  return { search, change }
}
