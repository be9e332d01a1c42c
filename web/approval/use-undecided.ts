import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePages } from '#web/app/use-pages.ts'
import { type Decisions, undecided } from '#web/approval/decisions.ts'

type List<Row> = UseInfiniteQueryResult<InfiniteData<{ rows: Row[]; next: string | null }>>
type About<Row> = { pages: number | undefined; decisions: Decisions; stampOf: (row: Row) => string }

/** The rows of a queue, as many pages as the address asks for, without what was decided here a moment ago. */
export function useUndecided<Row extends { id: string }>(list: List<Row>, { pages = 1, decisions, stampOf }: About<Row>): Row[] {
  const loaded = usePages(list, pages)
  const { data } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are the data's own, put together anew at each drawing
  return useMemo(() => undecided(loaded ?? [], decisions, stampOf), [data, decisions, stampOf])
}
