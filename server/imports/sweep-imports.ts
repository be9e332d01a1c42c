import { limits } from '#domain/limits.ts'
import type { App } from '#server/app.ts'
import { pathOf } from '#server/imports/import-row.ts'

/** Forgets imports that ended, or waited for their go-ahead, long ago, and of each person those beyond the newest few: file, report and row. */
export async function sweepImports(app: Pick<App, 'sql' | 'storage'>): Promise<void> {
  const old = await app.sql<{ id: string }[]>`
    select id from (
      select id, status, coalesce(finished_at, created_at) as since, row_number() over (partition by user_id order by created_at desc, id desc) as place
      from imports
    ) i
    where status not in ('checking', 'running')
      and (since < now() - ${limits.import.reportMs} * interval '1 millisecond' or place > ${limits.import.keptMax})`
  // The file goes first, so that nothing on the store is unknown.
  for (const { id } of old) {
    await app.storage.remove(pathOf(id))
    await app.sql`delete from imports where id = ${id} and status not in ('checking', 'running')`
  }
}
