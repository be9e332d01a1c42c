import type { ComponentProps, ReactNode } from 'react'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { EmptyList } from '#web/platform/loading/EmptyList.tsx'
import { More } from '#web/ui/More.tsx'

/** A list in pages as `useInfiniteQuery` returns it. */
export type PagedList<Row = unknown> = Omit<Parameters<typeof DataState>[0]['query'], 'data'> &
  Parameters<typeof More>[0]['list'] & {
    data: { pages: readonly { rows: readonly Row[] }[] } | undefined
    isPlaceholderData: boolean
    isLoading: boolean
    isFetched: boolean
    failureCount: number
    fetchNextPage: () => unknown
  }

type Props<Row> = {
  list: PagedList
  /** Those of all loaded pages; undefined while the first page loads. */
  rows: Row[] | undefined
  /** Shown instead of rows. */
  empty: ComponentProps<typeof EmptyList>
  /** Shows so many pages. */
  more: (pages: number) => void
  children: (rows: Row[]) => ReactNode
}

/** The rows of a list, or why there are none, and the button for more. */
export function PagedRows<Row>({ list, rows, empty, more, children }: Props<Row>) {
  return (
    <>
      <DataState query={{ ...list, data: rows }}>{(loaded) => (loaded.length > 0 ? children(loaded) : <EmptyList {...empty} />)}</DataState>
      <More list={list} onMore={() => more((list.data?.pages.length ?? 1) + 1)} />
    </>
  )
}

type LoadedProps<Row> = { list: PagedList<Row>; loading?: ReactNode; children: (rows: Row[]) => ReactNode }

/** The rows of a list that is a part of a page, whose address does not say how many pages are shown. */
export function LoadedRows<Row>({ list, loading, children }: LoadedProps<Row>) {
  return (
    <>
      <DataState query={{ ...list, data: list.data?.pages.flatMap(({ rows }) => rows) }} loading={loading}>
        {children}
      </DataState>
      <More list={list} onMore={() => void list.fetchNextPage()} />
    </>
  )
}
