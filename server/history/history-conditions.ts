import { type SQL, sql } from 'drizzle-orm'
import type { HistoryFilters } from '#contract/history.ts'
import { decisionKinds, type EventKind } from '#domain/event.ts'
import { limits } from '#domain/limits.ts'
import type { App } from '#server/app.ts'
import { within } from '#server/database/days.ts'
import { patternFor } from '#server/products/list-products.ts'
import { waited } from '#server/sales/note-decisions.ts'

/** What narrows the history beside its kinds, as conditions on events `e` that their indexes answer. */
export function historyConditions(app: Pick<App, 'config'>, { search, userId, decision, code, by, from, to }: HistoryFilters): SQL[] {
  return [
    ...(userId ? [sql`(actor_id = ${userId} or item_id = ${userId})`] : []),
    ...(search ? [found(patternFor(search), search)] : []),
    ...(by ? [sql`actor_id = ${by}`] : []),
    ...(code ? [sql`exists (select from event_details d where d.event_id = e.id and d.code = ${code})`] : []),
    ...(decision === 'waited' ? [sql`${waited} is not null`] : []),
    ...(from || to ? [within(app, sql`created_at`, { from, to })] : []),
  ]
}

/** The kinds of the decisions that are asked for; null where all that happened is. */
export function decisionsAsked({ decision, code }: HistoryFilters): readonly EventKind[] | null {
  if (!(decision || code)) return null
  const { approved, rejected } = decisionKinds
  const kinds = decision === 'approved' || decision === 'rejected' ? decisionKinds[decision] : [...approved, ...rejected]
  // Approvals have no reason, also one that refuses a part.
  return code ? kinds.filter((kind) => (rejected as readonly EventKind[]).includes(kind)) : kinds
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
