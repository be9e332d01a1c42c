import { useInfiniteQuery } from '@tanstack/react-query'
import { HistoryList } from '#web/history/HistoryList.tsx'
import { DataState } from '#web/platform/loading/DataState.tsx'
import { rpc } from '#web/platform/rpc/rpc.ts'
import { More } from '#web/ui/More.tsx'

/** What a person did and what was done about him, day by day. */
export function UserTimeline({ id }: { id: string }) {
  const list = useInfiniteQuery(
    rpc.history.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ userId: id, cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
  return (
    <>
      <DataState query={{ ...list, data: list.data?.pages.flatMap(({ rows }) => rows) }}>
        {(entries) => <HistoryList entries={entries} level="h3" />}
      </DataState>
      <More list={list} onMore={() => void list.fetchNextPage()} />
    </>
  )
}
