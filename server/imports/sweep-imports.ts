import { pathOf } from '#server/imports/import-row.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'

/**
 * Deletes imports that ended, or waited for their start, long ago, and each person's imports beyond the newest few: file, report and row.
 */
export async function sweepImports(app: Pick<App, 'sql' | 'storage'>): Promise<void> {
  const old = await app.sql<{ id: string }[]>`
    select id from (
      select id, status, coalesce(finished_at, created_at) as since, row_number() over (partition by user_id order by created_at desc, id desc) as place
      from imports
    ) i
    where status not in ('checking', 'running')
      and (since < now() - ${limits.import.reportMs} * interval '1 millisecond' or place > ${limits.import.keptMax})`
  for (const { id } of old) await forget(app, id)
}

/** Deletes the files of orders that ended: they hold buyers' data, so an erasure must not leave them until the sweep. */
export async function forgetOrderFiles(app: Pick<App, 'sql' | 'storage'>): Promise<void> {
  const ended = await app.sql<{ id: string }[]>`select id from imports where noun = 'orders' and status in ('done', 'cancelled', 'failed')`
  for (const { id } of ended) await forget(app, id)
}

/** Deletes the file first, so that every stored file has a row. */
async function forget(app: Pick<App, 'sql' | 'storage'>, id: string): Promise<void> {
  await app.storage.remove(pathOf(id))
  await app.sql`delete from imports where id = ${id} and status not in ('checking', 'running')`
}
