import { type SQL, sql } from 'drizzle-orm'
import type { HistoryFilters } from '#contract/history.ts'
import { limits } from '#domain/limits.ts'
import type { App } from '#server/app.ts'
import { patternFor } from '#server/products/list-products.ts'

/** What narrows the history beside its type, as conditions on `events` that its indexes answer. */
export function historyConditions({ config }: Pick<App, 'config'>, { search, userId, from, to }: Omit<HistoryFilters, 'type'>): SQL[] {
  const start = (day: string) => sql`(${day}::date::timestamp at time zone ${config.timeZone})`
  return [
    ...(userId ? [sql`(actor_id = ${userId} or item_id = ${userId})`] : []),
    ...(search ? [found(patternFor(search), search)] : []),
    ...(from ? [sql`created_at >= ${start(from)}`] : []),
    ...(to ? [sql`created_at < ((${to}::date + 1)::timestamp at time zone ${config.timeZone})`] : []),
  ]
}

const most = sql.raw(String(limits.history.searchedMax))

/**
 * What somebody types names things, people or reasons. A thing is found by what it is called today; one that is gone by what it was called
 * when it went. So that no search reads the whole history, at most so many things and people are taken into it.
 */
const found = (pattern: string, number: string): SQL => sql`(
  item_id = any(array(
    (select id from orders where number = ${number}) union
    (select id from products where title ilike ${pattern} limit ${most}) union
    (select e.item_id from events e join event_details d on d.event_id = e.id where e.kind = 'product.delete' and d.title ilike ${pattern} limit ${most})
    union (${people(pattern)})))
  or actor_id = any(array(${people(pattern)}))
  or id = any(array(select event_id from event_details where reason ilike ${pattern} limit ${most})))`

const people = (pattern: string): SQL => sql`select id from users where (name || ' ' || email) ilike ${pattern} limit ${most}`
