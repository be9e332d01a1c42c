import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberList } from '#web/products/last-list.ts'
import { type ProductSearch, readProductSearch } from '#web/products/product-search.ts'

/** The list's state in the address and how to change it; what narrows or orders the list starts again at its first page. */
export function useProductSearch() {
  const navigate = useNavigate()
  const search = readProductSearch(useLocation({ select: (location): Record<string, unknown> => location.search }))
  useEffect(() => rememberList(search))
  const change = (to: Partial<ProductSearch>) =>
    void navigate({ to: '/seller/products', search: { ...search, pages: undefined, ...to }, replace: true, resetScroll: false })
  return { search, change }
}
