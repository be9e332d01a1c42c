import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Decisions, undecided } from '#web/approval/decisions.ts'
import { useNewest } from '#web/platform/queries/use-newest.ts'
import { usePages } from '#web/platform/queries/use-pages.ts'

type List<Row> = UseInfiniteQueryResult<InfiniteData<{ rows: Row[]; next: string | null }>>
type About<Row> = Pick<Parameters<typeof useNewest<Row & { id: string }>>[1], 'get'> & {
  pages: number | undefined
  decisions: Decisions
  stampOf: (row: Row) => string
  /** The status that the list is filtered by. */
  status: string
}

/** The rows of a queue, as many pages as the address asks for, without those just decided here. */
export function useUndecided<Row extends { id: string; status: string }>(list: List<Row>, about: About<Row>): Row[] {
  const { pages = 1, decisions, stampOf, status, get } = about
  const matches = (row: Row) => row.status === status
  const rows = useNewest(usePages(list, pages), { answeredAt: list.dataUpdatedAt, get, matches })
  return useMemo(() => undecided(rows ?? [], decisions, stampOf), [rows, decisions, stampOf])
}
