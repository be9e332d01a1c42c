import { type SQL, sql } from 'drizzle-orm'
import type { HistoryFilters } from '#contract/history.ts'
import { decisionKinds, type EventKind } from '#domain/event-kinds.ts'
import { orderNumberIn } from '#domain/order-rules.ts'
import type { App } from '#server/platform/app.ts'
import { within } from '#server/platform/database/days.ts'
import { isCalled } from '#server/platform/database/person.ts'
import { patternFor } from '#server/platform/database/search-pattern.ts'
import { wasUndone } from '#server/platform/events/undone.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { waited } from '#server/sales/note-decisions.ts'

/** What a search text names: ids of items, people and events. */
export type Named = { items: string[]; people: string[]; events: string[] }

/** The filters of the history except kinds, as SQL conditions on events `e` that indexes answer; `named` is what the search text names. */
export function historyConditions(
  app: Pick<App, 'config'>,
  { userId, decision, code, by, from, to }: HistoryFilters,
  named: Named | null,
): SQL[] {
  return [
    ...(userId ? [sql`(actor_id = ${userId} or item_id = ${userId})`] : []),
    ...(named ? [isAbout(named)] : []),
    ...(by ? [sql`actor_id = ${by}`] : []),
    ...(code ? [sql`exists (select from event_details d where d.event_id = e.id and d.code = ${code})`] : []),
    ...(decision || code ? [sql.raw(`not ${wasUndone('e')}`)] : []),
    ...(decision === 'waited' ? [sql`${waited} is not null`] : []),
    ...(from || to ? [within(app, sql`created_at`, { from, to })] : []),
  ]
}

/** The kinds of the decisions that are asked for; null for all events. */
export function decisionsAsked({ decision, code }: HistoryFilters): readonly EventKind[] | null {
  if (!(decision || code)) return null
  const { approved, rejected } = decisionKinds
  const kinds = decision === 'approved' || decision === 'rejected' ? decisionKinds[decision] : [...approved, ...rejected]
  // A reason code selects rejections only, no approvals in part.
  return code ? kinds.filter((kind) => (rejected as readonly EventKind[]).includes(kind)) : kinds
}

const most = sql.raw(String(limits.history.searchedMax))
/** The ids that queries find, at most so many of each. */
const few = (queries: readonly SQL[]): SQL =>
  sql.join(
    queries.map((query) => sql`(${query} limit ${most})`),
    sql` union `,
  )

/**
 * Looks up what a search text names: a product, a person or shop, an order by its number, any item by its id, or a reason. A product is
 * found by its current title, a former one, or the one it was deleted under, and its edit requests with it. At most
 * `limits.history.searchedMax` products, requests, people and reasons are looked up, so that no search reads the whole history.
 */
export async function lookUp({ db }: Pick<App, 'db'>, typed: string): Promise<Named> {
  const pattern = patternFor(typed)
  const [named] = await db.execute<Named>(sql`select
    array(select ${typed} union select lower(${typed}) union (select id from orders where number in (${typed}, ${orderNumberIn(typed)}))
      union ${few([...products(pattern), ...requests(pattern), people(pattern)])}) as items,
    array(${few([people(pattern)])}) as people,
    array(select event_id::text from (${few([reasons(pattern)])}) found) as events`)
  return named ?? { items: [], people: [], events: [] }
}

/** Given as values and not as a part of the statement: PostgreSQL hashes a list that it knows, and compares each row with all of another one. */
const isAbout = ({ items, people, events }: Named): SQL => sql`(item_id = any(${sql.param(items)}::text[])
  or actor_id = any(${sql.param(people)}::text[]) or owner_id = any(${sql.param(people)}::text[]) or id = any(${sql.param(events)}::bigint[]))`

/** SQL condition: more products, requests, people or reasons match than `lookUp` finds. */
export const isPartial = (pattern: string): SQL =>
  sql.join(
    [...products(pattern), ...requests(pattern), people(pattern), reasons(pattern)].map((query) => sql`exists (${query} offset ${most})`),
    sql` or `,
  )

/**
 * In these events, `before.title` is the product's own title; in an edit of a request, it is a proposed title that may never have been on
 * sale.
 */
const formerly = sql.raw("'product.edit', 'editRequest.create', 'editRequest.approve', 'editRequest.approvePartly'")

const products = (pattern: string): SQL[] => [
  sql`select id from products where title ilike ${pattern}`,
  sql`select coalesce(r.product_id, e.item_id) from event_details d join events e on e.id = d.event_id left join edit_requests r on r.id = e.item_id
    where d.before ->> 'title' ilike ${pattern} and e.kind in (${formerly})`,
  sql`select e.item_id from events e join event_details d on d.event_id = e.id where e.kind = 'product.delete' and d.title ilike ${pattern}`,
]

const requests = (pattern: string): SQL[] => [
  sql`select id from edit_requests where product_title ilike ${pattern}`,
  sql`select id from edit_requests where product_id = any(array(${few(products(pattern))}))`,
]

const people = (pattern: string): SQL => sql`select id from users where ${isCalled(pattern)}`
const reasons = (pattern: string): SQL => sql`select event_id from event_details where reason ilike ${pattern}`
