import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { jsonIn } from '#domain/json.ts'
import { Id } from '#domain/text.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** The end of a page of a sorted list: the sorted value and the id of its last row. */
type SortedPlace = { value: string | number; id: string }

/** The cursor of the page after this place, opaque to clients. */
export const sortedCursor = (sort: string, { value, id }: SortedPlace): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/**
 * Returns a function that reads the cursors of a list's sort orders. It throws `invalid-argument` for a cursor we did not make, or of
 * another order. The schemas are made once: making one takes ten times as long as reading a cursor.
 */
export function cursorReader<Sort extends string>(sortOrders: Record<Sort, { value: z.ZodType<string | number> }>) {
  const shapeOf = (sort: Sort) => z.tuple([z.literal(sort), sortOrders[sort].value, Id])
  const shapes = new Map((Object.keys(sortOrders) as Sort[]).map((sort) => [sort, shapeOf(sort)]))
  return (sort: Sort, cursor: string): SortedPlace => {
    const data = shapes.get(sort)?.safeParse(jsonIn(Buffer.from(cursor, 'base64url').toString())).data
    if (!data) throw new AppError('invalid-argument', { field: 'cursor', ...refusalText('page-gone') })
    return { value: data[1], id: data[2] }
  }
}
