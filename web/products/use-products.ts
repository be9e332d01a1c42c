import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { rpc } from '#web/app/rpc.ts'
import { usePages } from '#web/app/use-pages.ts'
import type { ProductSearch } from '#web/products/product-search.ts'
import { useNewest } from '#web/products/use-newest.ts'

/** The seller's own products as the address asks for them, as many pages as it says. */
export function useProducts({ search, status, sort, pages = 1 }: ProductSearch) {
  const list = useInfiniteQuery(
    rpc.products.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ search, status, sort, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  )
  return { list, rows: useNewest(usePages(list, pages), list.dataUpdatedAt) }
}
