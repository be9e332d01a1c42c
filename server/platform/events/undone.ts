import { type SQL, sql } from 'drizzle-orm'
import { undoOf } from '#domain/event-kinds.ts'

const undoKinds = [...undoOf.values()].map((kind) => `'${kind}'`).join(', ')

/**
 * SQL condition: the event with this alias was undone. Only the latest event of an item can be, so its undo is the next one. A string, so that
 * both kinds of statements can use it.
 */
export const wasUndone = (e: 'e' | 'b'): string =>
  `coalesce((select x.kind in (${undoKinds}) from events x where x.item_id = ${e}.item_id and x.id > ${e}.id order by x.id limit 1), false)`

/**
 * SQL: the events with these ids, as a table. `offset 0` has them found by their ids before any condition is tested: as long as the statistics
 * miss that a kind has become frequent, the planner would read all events of that kind instead.
 */
export const eventsOf = (ids: readonly number[]): SQL => sql`(
  select * from events where id = any(array(select json_array_elements_text(${JSON.stringify(ids)}::json)::bigint)) offset 0)`

/** SQL query: the ids of the events that these events undid. */
export const undoneBy = (eventIds: readonly number[]): SQL => sql`
  select (select max(before.id) from events before where before.item_id = undo.item_id and before.id < undo.id)
  from ${eventsOf(eventIds)} undo where undo.kind in (${sql.raw(undoKinds)})`
