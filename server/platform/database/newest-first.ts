import { AppError } from '#domain/errors.ts'
import { Id, Moment } from '#domain/text.ts'

/** A row's place in a list with the newest first: its moment (ISO 8601), and its id for equal moments. */
export type Place = { createdAt: string; id: string }

/** The cursor after this row, opaque to the browser. */
export const cursorAfter = ({ createdAt, id }: Place): string => Buffer.from(`${createdAt} ${id}`).toString('base64url')

/** The place a cursor names; null without one. Throws `invalid-argument` for a cursor we did not make. */
export function placeIn(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const [createdAt, id, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const place = { createdAt: Moment.safeParse(createdAt), id: Id.safeParse(id) }
  if (!place.createdAt.success || !place.id.success || rest.length > 0) throw new AppError('invalid-argument', { field: 'cursor' })
  return { createdAt: place.createdAt.data, id: place.id.data }
}

/** The place a cursor names in a list whose ids are numbers; null without one. Throws `invalid-argument` for a cursor we did not make. */
export function numberedPlaceIn(cursor: string | undefined): Place | null {
  const place = placeIn(cursor)
  if (place && !/^\d{1,15}$/.test(place.id)) throw new AppError('invalid-argument', { field: 'cursor' })
  return place
}

/** A page from the rows of a query with a limit of one more than the page size; `cursorOf` makes the cursor after its last row. */
export function pageBy<Row>(rows: readonly Row[], size: number, cursorOf: (last: Row) => string): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { rows: page, next: last && rows.length > size ? cursorOf(last) : null }
}

/** The same in a list with the newest first. */
export const pageOf = <Row extends Place>(rows: readonly Row[], size: number) => pageBy(rows, size, cursorAfter)
