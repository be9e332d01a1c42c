import { type QueryKey, replaceEqualDeep, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { deletedIds } from '#web/platform/queries/deleted-ids.ts'
import { type PagedQuery, usePages } from '#web/platform/queries/use-pages.ts'

type Item = { id: string }
type SingleAnswer = { data: Item; dataUpdatedAt: number }
type About<Row> = {
  /** When the server answered for the list, in milliseconds since 1970. */
  answeredAt: number
  /** The call that returns one row of the list; answers to writes are stored under its key. */
  get: { key: () => QueryKey }
  /** False for a row that the filter of the list no longer matches. */
  matches?: (row: Row) => boolean
  /** True for an item missing in the list that would be its first row if it were refetched now. */
  isFirst?: (item: Row) => boolean
}

const stamps = ['version', 'updated_at', 'updatedAt', 'decidedAt'] as const
type Stamps = { [Stamp in (typeof stamps)[number]]?: string | number | null }

/** True if the first was changed after the second; false for items without a stamp. */
const isLater = (one: Stamps, other: Stamps) => stamps.some((stamp) => (one[stamp] ?? '') > (other[stamp] ?? ''))

/**
 * The rows of a list with the newest values this window knows: the answer to a write, or to a query about one row, replaces the row at
 * once, until the list is refetched. Returns the same array as long as nothing in it changes.
 */
export function useNewest<Row extends Item>(rows: readonly Row[] | undefined, about: About<Row>): Row[] | undefined {
  const queries = useQueryClient()
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const path = String(about.get.key()[0])
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ type, query, ...event }) => {
        const { action } = event as { action?: { type: string; manual?: boolean } }
        if (type === 'updated' && action?.type === 'success' && action.manual && String(query.queryKey[0]) === path) draw()
      }),
    [queries, path],
  )
  const answers = new Map<string, SingleAnswer>()
  for (const { state } of queries.getQueryCache().findAll({ queryKey: about.get.key() }))
    if (state.data) answers.set((state.data as Item).id, state as SingleAnswer)
  const last = useRef<Row[]>(undefined)
  last.current = replaceEqualDeep(last.current, rows && newestOf(rows, answers, about))
  return last.current
}

/** The same for a list of as many pages as its address names. */
export const useNewestPages = <Row extends Item>(list: PagedQuery<Row>, pages: number, about: Omit<About<Row>, 'answeredAt'>) =>
  useNewest(usePages(list, pages), { ...about, answeredAt: list.dataUpdatedAt })

function newestOf<Row extends Item>(rows: readonly Row[], answers: ReadonlyMap<string, SingleAnswer>, about: About<Row>): Row[] {
  const { answeredAt, matches = () => true, isFirst = () => false } = about
  // The former filter's list is shown until this one is answered.
  if (answeredAt === 0) return [...rows]
  const shown = rows.flatMap((row) => {
    if (deletedIds.has(row.id)) return []
    const newer = newerThan(row, answers.get(row.id), answeredAt)
    return newer && !matches(newer) ? [] : [newer ?? row]
  })
  const listed = new Set(rows.map(({ id }) => id))
  const added = [...answers.values()].filter(({ data, dataUpdatedAt }) => dataUpdatedAt > answeredAt && !listed.has(data.id))
  return [...added.map(({ data }) => data as Row).filter((item) => !deletedIds.has(item.id) && matches(item) && isFirst(item)), ...shown]
}

/** By answer, its row with its values: each is made once, not at each step through a long list. */
const merged = new WeakMap<Item, { row: Item; with: Item }>()

/** The row with the values of the newer single answer; null if that is not newer. */
function newerThan<Row extends Item>(row: Row, answer: SingleAnswer | undefined, answeredAt: number): Row | null {
  if (!answer || isLater(row as Stamps, answer.data as Stamps)) return null
  if (!isLater(answer.data as Stamps, row as Stamps) && answer.dataUpdatedAt <= answeredAt) return null
  const before = merged.get(answer.data)
  if (before?.row === row) return before.with as Row
  const values = Object.entries(answer.data).filter(([key]) => Object.hasOwn(row, key))
  const newer = replaceEqualDeep(row, { ...row, ...Object.fromEntries(values) })
  merged.set(answer.data, { row, with: newer })
  return newer
}
