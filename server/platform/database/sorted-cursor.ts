import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { Id } from '#domain/text.ts'

/** Where a page of a sorted list ended: the sorted value and the id of its last row. */
type SortedPlace = { value: string | number; id: string }

/** The cursor by which the next page goes on after this place; opaque to everybody else. */
export const sortedCursor = (sort: string, { value, id }: SortedPlace): string =>
  Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')

/**
 * Reads the cursors of a list's orders. What it makes throws `invalid-argument` for one that is none of ours, or of another order.
 * The shapes are made once: making one takes ten times as long as reading a cursor by it.
 */
export function cursorReader<Sort extends string>(orders: Record<Sort, { value: z.ZodType<string | number> }>) {
  const shapeOf = (sort: Sort) => z.tuple([z.literal(sort), orders[sort].value, Id])
  const shapes = new Map((Object.keys(orders) as Sort[]).map((sort) => [sort, shapeOf(sort)]))
  return (sort: Sort, cursor: string): SortedPlace => {
    const data = shapes.get(sort)?.safeParse(jsonIn(cursor)).data
    if (!data) throw new AppError('invalid-argument', { field: 'cursor', message: 'This page no longer exists. Start from the first one.' })
    return { value: data[1], id: data[2] }
  }
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}
