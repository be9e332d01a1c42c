import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeReleased } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import { locks } from '#server/platform/database/locks.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { type Loop, openLoop } from '#server/platform/events/loop.ts'
import { arrivals, isPart } from '#server/platform/files/parts.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { withdrawUnfinished } from '#server/products/decide/withdraw-product.ts'

/**
 * Starts the sweep, now and every hour. It removes uploads that no product named in time, released files and leftovers of interrupted
 * writes, and turns creations whose pictures never came into drafts (product §3). A failure is logged and retried. `close` ends it.
 */
export function startSweep(app: App, log: Log = console): Loop {
  const startedAt = new Date()
  // With the embedded database, no other process uses this data folder: files older than this process are abandoned.
  const abandoned = () => (app.config.databaseUrl ? new Date(Date.now() - 2 * limits.upload.budgetMs) : startedAt)
  const loop = openLoop('Sweeping files', (alive) => sweep(app, abandoned(), alive), {
    log,
    everyMs: limits.image.sweepMs,
    stallMs: limits.image.sweepStallMs,
  })
  loop.ask()
  return loop
}

/** One sweep. If another node is sweeping, this one skips what is shared. */
export async function sweep(app: App, abandonedBefore: Date, alive: Alive = () => {}): Promise<void> {
  await removeArrivals(arrivals(app), abandonedBefore)
  const connection = await app.sql.reserve()
  try {
    const [lock] = await connection<{ mine: boolean }[]>`select pg_try_advisory_lock(${locks.sweep}) as mine`
    if (!lock?.mine) return
    try {
      await allOf([
        // First, because the pictures that arrived for these creations then belong to the drafts and are not orphans.
        () => withdrawUnfinished(app),
        () => app.storage.tidy(abandonedBefore),
        () => removeOrphans(app, abandonedBefore, alive),
      ])
    } finally {
      await connection`select pg_advisory_unlock(${locks.sweep})`
    }
  } finally {
    connection.release()
  }
}

/** Runs all steps one after the other, even if one fails. Throws after the last one. */
async function allOf(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) await step().catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Not all could be swept.')
}

/**
 * Removes released files; files that nothing named or proposed in time, including those whose request ended at the moment they were
 * proposed; and files that a killed server was still storing, which would count against the ten pictures of their product. In batches, each
 * file once.
 */
async function removeOrphans(app: App, abandonedBefore: Date, alive: Alive): Promise<void> {
  let last = ''
  for (;;) {
    const orphans = await app.sql<{ path: string }[]>`
      with orphans as (
        select path from files
        where path collate "C" > ${last}
          and coalesce(released_at, '-infinity') <= now() and (released_at is not null or (named_at is null and coalesce(proposed_at, created_at) < now() - ${limits.image.orphanMs} * interval '1 millisecond'
              and not exists (select from products where id = files.product_id
                and (unfinished or (files.proposed_at is not null and edit_request_id is not null))))
            or (stored_at is null and created_at < ${abandonedBefore.toISOString()}::timestamptz))
        order by path collate "C" limit ${limits.image.sweptAtOnce} for update skip locked
      )
      update files set released_at = coalesce(released_at, now()) where path in (select path from orphans) returning path`
    const paths = orphans.map(({ path }) => path).sort()
    await removeReleased(app, paths)
    last = paths.at(-1) ?? ''
    alive()
    if (orphans.length < limits.image.sweptAtOnce) return
  }
}

/** Removes uploads that were still arriving when a server was killed. Those that can be resumed stay for `limits.upload.partMs`. */
async function removeArrivals(folder: string, before: Date): Promise<void> {
  const expired = new Date(Date.now() - limits.upload.partMs)
  for (const name of await readdir(folder).catch(() => [])) {
    const about = await stat(join(folder, name)).catch(() => null)
    if (about && about.mtime < (isPart(name) ? expired : before)) await rm(join(folder, name), { force: true })
  }
}
