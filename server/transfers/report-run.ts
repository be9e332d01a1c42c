import { sql } from 'drizzle-orm'
import { csvLine } from '#domain/csv.ts'
import type { Finding } from '#domain/transfer.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { inPages } from '#server/platform/database/in-pages.ts'
import { assertActive } from '#server/sessions/assert-active.ts'
import { findRun } from '#server/transfers/runs.ts'

const columns = ['outcome', 'collection', 'line', 'id', 'field', 'code', 'message'] as const satisfies (keyof Finding)[]

/** What was found about the records of an uploaded export, as CSV. Throws `not-found` before the first line. */
export async function reportRun(app: App, actor: Actor, id: string): Promise<AsyncGenerator<string>> {
  await findRun(app, id)
  return lines(app, actor, id)
}

async function* lines(app: App, actor: Actor, id: string): AsyncGenerator<string> {
  yield csvLine([...columns])
  yield* inPages<Finding & { at: number }>(app.sql, {
    page: (after = '-1', limit) =>
      sql`select * from transfer_findings where run_id = ${id} and at > ${Number(after)}::integer order by at limit ${limit}`,
    placeOf: ({ at }) => String(at),
    textOf: (finding) => csvLine(columns.map((column) => String(finding[column] ?? ''))),
    mayGoOn: () => assertActive(app, actor),
  })
}
