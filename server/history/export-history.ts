import type { HistoryFilters } from '#contract/history.ts'
import { type Columns, csvOf, numbers, texts } from '#domain/csv-columns.ts'
import type { HistoryLog } from '#domain/event.ts'
import type { Actor } from '#domain/user.ts'
import { lookUp } from '#server/history/history-conditions.ts'
import { type HistoryRow, historyAfter, logOf } from '#server/history/list-history.ts'
import type { App } from '#server/platform/app.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import { cursorAfter } from '#server/platform/database/newest-first.ts'
import { assertActive } from '#server/sessions/still-active.ts'

const json = (value: HistoryLog['before']) => (value === null ? '' : JSON.stringify(value))

/** A line of the file. `reasonCode` is the reason as the administrator chose it (`image_quality`), `reason` the text. */
type Entry = HistoryLog & { reasonCode: string | null }

const columns: Columns<Entry> = {
  ...texts('timestamp', 'type', 'kind', 'description', 'user', 'userId', 'itemId', 'reason', 'reasonCode'),
  ...numbers('waitedMs'),
  fields: ({ fields }) => fields.join(', '),
  before: ({ before }) => json(before),
  after: ({ after }) => json(after),
}

/**
 * The history as CSV, with the filters of the screen, newest first, read page by page: it waits for slow readers, and memory stays flat.
 * Throws what `assertActive` throws when the actor is no longer an active admin.
 */
export async function* exportHistory(app: App, actor: Actor, filters: HistoryFilters): AsyncGenerator<string> {
  const { header, lineOf } = csvOf(columns)
  yield header
  const named = filters.search ? await lookUp(app, filters.search) : null
  yield* inPages<HistoryRow>(app.sql, {
    page: (cursor, limit) => historyAfter(app, { ...filters, cursor, limit }, named),
    placeOf: cursorAfter,
    textOf: (row) => lineOf({ ...logOf(row), reasonCode: row.code }, app.config.currency),
    mayGoOn: () => assertActive(app, actor),
  })
}
