import { AppError } from '#domain/errors.ts'
import { Id, Moment } from '#domain/text.ts'
import type { User } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { type UserRow, userFrom } from '#server/users/user-row.ts'

type Wanted = { search?: string | undefined; cursor?: string | undefined; limit: number }
type Place = { createdAt: string; id: string }

const cursorFor = ({ createdAt, id }: Place): string => Buffer.from(`${createdAt} ${id}`).toString('base64url')

function placeIn(cursor: string): Place {
  const [createdAt, id, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const place = { createdAt: Moment.safeParse(createdAt), id: Id.safeParse(id) }
  if (!place.createdAt.success || !place.id.success || rest.length > 0) throw new AppError('invalid-argument', { field: 'cursor' })
  return { createdAt: place.createdAt.data, id: place.id.data }
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Everybody, newest first, by name or e-mail; for admins (product §9). Throws `invalid-argument` for a cursor that is none of ours. */
export async function listUsers({ sql }: App, { search, cursor, limit }: Wanted): Promise<{ rows: User[]; next: string | null }> {
  const after = cursor === undefined ? null : placeIn(cursor)
  const found = search ? sql`(name || ' ' || email) ilike ${`%${escaped(search)}%`}` : sql`true`
  const further = after ? sql`(created_at, id) < (${after.createdAt}::timestamptz, ${after.id})` : sql`true`
  const rows = await sql<UserRow[]>`
    select id, name, email, role, status, created_at from users
    where ${found} and ${further} order by created_at desc, id desc limit ${limit + 1}`
  const page = rows.slice(0, limit).map(userFrom)
  const last = page.at(-1)
  return { rows: page, next: last && rows.length > limit ? cursorFor(last) : null }
}
