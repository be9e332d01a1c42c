import { type InfiniteData, keepPreviousData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

type Page<Row> = { rows: Row[]; next: string | null }

/** Options of a list whose pages each name the next one. While the rows of another filter load, the former ones stay. */
export const inPages = {
  initialPageParam: undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
  placeholderData: keepPreviousData,
}

/** Loads as many pages of a list as the address names, one after another, and returns all their rows. */
export function usePages<Row>(list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>, pages: number) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list
  const loaded = data?.pages.length ?? 0
  useEffect(() => {
    if (loaded > 0 && loaded < pages && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [loaded, pages, hasNextPage, isFetching, isError, fetchNextPage])
  return data?.pages.flatMap(({ rows }) => rows)
}
