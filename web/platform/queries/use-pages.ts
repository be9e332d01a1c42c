import { type InfiniteData, keepPreviousData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Call } from '#web/platform/rpc/rpc.ts'

type Page<Row> = { rows: Row[]; next: string | null }
export type PagedQuery<Row> = UseInfiniteQueryResult<InfiniteData<Page<Row>>>

/** A list whose pages each name the next one. While the rows of another filter load, the former ones stay. */
export function usePagedQuery<Input, Answer extends { next: string | null }, Failure>(
  call: Call<Input, Answer, Failure>,
  input: Omit<Input, 'cursor'>,
  enabled = true,
) {
  return useInfiniteQuery(
    call.infiniteOptions({
      input: (cursor: string | undefined) => ({ ...input, cursor }) as Input,
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
      enabled,
    }),
  )
}

/** True if a list has no rows without search and filters either: there is nothing to search, filter or export. */
export const isEntirelyEmpty = (list: { isPlaceholderData: boolean }, rows: readonly unknown[] | undefined, filtered: boolean): boolean =>
  !filtered && !list.isPlaceholderData && rows?.length === 0

/** Loads as many pages of a list as the address names, one after another, and returns all their rows. */
export function usePages<Row>(list: PagedQuery<Row>, pages: number) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list
  const loaded = data?.pages.length ?? 0
  useEffect(() => {
    if (loaded > 0 && loaded < pages && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [loaded, pages, hasNextPage, isFetching, isError, fetchNextPage])
  return data?.pages.flatMap(({ rows }) => rows)
}
