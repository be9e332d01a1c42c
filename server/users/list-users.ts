import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Inputs } from '#contract/inputs.ts'
import type { UserRow } from '#contract/users.ts'
import { Moment } from '#domain/text.ts'
import type { App } from '#server/platform/app.ts'
import { countRows, totalOf } from '#server/platform/database/count-rows.ts'
import { within } from '#server/platform/database/days.ts'
import { pageBy } from '#server/platform/database/newest-first.ts'
import { areTooManyCalled, isCalled, type Owned } from '#server/platform/database/person.ts'
import { patternFor } from '#server/platform/database/search-pattern.ts'
import { cursorReader, sortedCursor } from '#server/platform/database/sorted-cursor.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { type ManagedUser, managedColumns } from '#server/users/managed-user.ts'

/** A sort order of people; each has an index, the id makes it unambiguous. */
type Order = { by: SQL; descending: boolean; read: (row: UserRow) => string; value: z.ZodType<string> }

const Text = z
  .string()
  .max(limits.user.emailMax * 4)
  .refine((text) => text.isWellFormed() && !text.includes('\u0000'))

const userOrders: Record<Wanted['sort'], Order> = {
  newest: { by: sql`users.created_at`, descending: true, read: ({ createdAt }) => createdAt, value: Moment },
  oldest: { by: sql`users.created_at`, descending: false, read: ({ createdAt }) => createdAt, value: Moment },
  name: { by: sql`users.name collate "und-x-icu"`, descending: false, read: ({ name }) => name, value: Text },
  email: { by: sql`lower(users.email)`, descending: false, read: ({ email }) => email.toLowerCase(), value: Text },
}

type Wanted = Inputs['users']['list']
type Page = { rows: UserRow[]; next: string | null; total?: number }

const placeIn = cursorReader(userOrders)

/**
 * All people, by name, shop name or e-mail, role, status and days of registration; for admins (product §9). Throws `invalid-argument` for an
 * invalid cursor.
 */
export async function listUsers(app: App, { sort, cursor, limit, ...filters }: Wanted): Promise<Page> {
  const { by, descending, read } = userOrders[sort]
  const place = cursor === undefined ? null : placeIn(sort, cursor)
  const filtered = filtersIn(app, filters)
  const conditions = [...filtered]
  if (place) conditions.push(sql`(${by}, users.id) ${descending ? sql`<` : sql`>`} (${place.value}, ${place.id})`)
  const direction = descending ? sql`desc` : sql`asc`
  const rows = await app.db.execute<ManagedUser>(sql`
    select ${managedColumns(app)} from users where ${sql.join(conditions, sql` and `)}
    order by ${by} ${direction}, users.id ${direction} limit ${limit + 1}`)
  const page = pageBy(rows, limit, (last) => sortedCursor(sort, { value: read(last), id: last.id }))
  const count = () => app.db.execute<{ total: number }>(countRows(sql`users where ${sql.join(filtered, sql` and `)}`))
  return { ...page, ...(await totalOf({ cursor, ...page }, count)) }
}

function filtersIn(app: App, { search, role, status, ...days }: Omit<Wanted, 'sort' | 'limit'>): SQL[] {
  const conditions = [within(app, sql`users.created_at`, days)]
  if (search) conditions.push(isCalled(patternFor(search)))
  if (role) conditions.push(sql`users.role = ${role}`)
  if (status) conditions.push(sql`users.status = ${status}`)
  return conditions
}

const owned: Record<'products' | 'editRequests' | 'orders', Owned> = {
  products: 'products.seller_id',
  editRequests: 'edit_requests.seller_id',
  orders: 'order_sellers.seller_id',
}

/** Whether a search by a seller's name, shop or e-mail may miss items of this kind; for admins. */
export async function areTooMany({ db }: App, { search, owners }: Inputs['users']['areTooMany']): Promise<{ tooMany: boolean }> {
  const [row] = await db.execute<{ tooMany: boolean }>(sql`select ${areTooManyCalled(patternFor(search), owned[owners])} as "tooMany"`)
  return { tooMany: row?.tooMany === true }
}
