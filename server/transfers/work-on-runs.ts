import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { ImportStatus } from '#domain/product-import.ts'
import { StorageError } from '#domain/storage-error.ts'
import { type Finding, furtherFiles, type TransferProgress } from '#domain/transfer.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import type { App } from '#server/platform/app.ts'
import { locks } from '#server/platform/database/locks.ts'
import { transferFindings, transferRuns } from '#server/platform/database/tables/transfer-runs.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import type { Log } from '#server/platform/events/error-log.ts'
import { type Loop, openLoop } from '#server/platform/events/loop.ts'
import { diskError } from '#server/platform/files/disk-error.ts'
import { topFolderOf, unpackArchive } from '#server/platform/files/unpack-archive.ts'
import { answerTo, logUnexpected, textOfError } from '#server/platform/http/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText, type StoredProblem } from '#server/platform/problem-texts.ts'
import { StartError } from '#server/platform/start-error.ts'
import { ImportUnderWay, importFolder } from '#server/transfers/import-folder.ts'
import { archiveOf, type RunRow, releaseArchive } from '#server/transfers/runs.ts'

/**
 * Imports exports that were uploaded, or sent by the command, on one node at a time, which holds a lock meanwhile. What a killed node was working on is begun anew by another: the
 * records that it had written are found unchanged then.
 */
export function openTransferRuns(app: App, log: Log = console): Loop {
  const { pollMs: everyMs, stallMs } = limits.transferRun
  return openLoop('Importing an export', (alive, closing) => workOnNext(app, alive, closing), { log, everyMs, stallMs })
}

/** Works on the export that waits for it, if there is one and no other node or command imports. */
export async function workOnNext(app: App, alive: Alive = () => {}, closing?: AbortSignal): Promise<void> {
  const connection = await app.background.sql.reserve()
  try {
    const [lock] = await connection<{ mine: boolean }[]>`select pg_try_advisory_lock(${locks.transferRun}) as mine`
    if (!lock?.mine) return
    try {
      await sweepRuns(app)
      const [free] = await connection<{ free: boolean }[]>`select pg_try_advisory_xact_lock(${locks.transfer}) as free`
      const [run] = await app.db.select().from(transferRuns).where(sql`status in ('checking', 'running')`)
      if (run && free?.free) await workOn(app, run, alive, closing)
    } finally {
      await connection`select pg_advisory_unlock(${locks.transferRun})`
    }
  } finally {
    connection.release()
  }
}

/** What the database does not know yet of a run. */
type News = { progress: TransferProgress; findings: Finding[]; rejected: Finding[]; reported: number }

async function workOn(app: App, run: RunRow, alive: Alive, closing?: AbortSignal): Promise<void> {
  const ending = new AbortController()
  const signal = closing ? AbortSignal.any([ending.signal, closing]) : ending.signal
  const news: News = { progress: { counts: {}, at: null }, findings: [], rejected: [], reported: 0 }
  await app.db.delete(transferFindings).where(eq(transferFindings.runId, run.id))
  let publishing: Promise<unknown> | null = null
  const publishOnce = () => {
    // After a failure `news` keeps what was not stored; the next call stores it.
    publishing ??= publish(app, run, news)
      .then(
        (isOpen) => isOpen || ending.abort(),
        () => {},
      )
      .finally(() => {
        publishing = null
      })
    return publishing
  }
  const timer = setInterval(publishOnce, limits.transferRun.publishMs)
  const folder = join(app.config.dataDir, 'transfers')
  let place = folder
  const step = () => {
    signal.throwIfAborted()
    alive()
  }
  try {
    place = await unpack(app, run, folder, step)
    const options = { dryRun: run.status === 'checking', majorUnits: run.majorUnits }
    await importFolder({ ...app, sql: app.background.sql }, place, options, {
      onFinding: (finding) => {
        news.findings.push(finding)
        const { outcome, collection } = finding
        const { length } = news.rejected.filter((one) => one.collection === collection)
        if (outcome === 'rejected' && length < limits.transferRun.shownMax) news.rejected.push(finding)
      },
      onProgress: (progress) => {
        alive()
        news.progress = structuredClone(progress)
        return news.findings.length < limits.transferRun.findingsMax ? undefined : publishOnce()
      },
      signal,
    })
    clearInterval(timer)
    await publishing
    await publish(app, run, news)
    await finish(app, run, run.status === 'checking' ? 'checked' : 'done')
  } catch (error) {
    // Cancelled, or this node stops and another one continues, or a command from the shell imports and this waits for its end.
    if (!signal.aborted && !(error instanceof ImportUnderWay)) await fail(app, run, error, place)
  } finally {
    clearInterval(timer)
    await publishing
    await rm(folder, { recursive: true, force: true })
  }
}

/** Unpacks the archive of a run into a folder of this node, and returns where the export is in it. */
async function unpack(app: App, { id, userId }: RunRow, folder: string, step: () => void): Promise<string> {
  // A killed process may have left the folder.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const archive = join(folder, 'archive')
  const unpacked = join(folder, 'export')
  const stream = userId === null ? sentParts(app, id) : (await app.storage.get(archiveOf(id))).stream
  async function* watched() {
    for await (const piece of stream) {
      step()
      yield piece
    }
  }
  try {
    await pipeline(watched, createWriteStream(archive, { mode: 0o600 }))
    // The command packed a folder: only uploads may unpack to more than there is room for.
    await unpackArchive(archive, unpacked, step, userId !== null)
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? diskError(error) : error
  }
  await rm(archive)
  return topFolderOf(unpacked, (name) => name === furtherFiles.files)
}

/** The archive that the command sent. Throws `storage/object-not-found` if a crash of the database lost it. */
async function* sentParts({ sql }: App, id: string): AsyncGenerator<Buffer> {
  for (let at = 0; ; at += 1) {
    const [part] = await sql<{ content: Buffer }[]>`select content from transfer_parts where run_id = ${id} and at = ${at}`
    if (part) yield part.content
    else if (at > 0) return
    else throw new StorageError('object-not-found')
  }
}

/** Stores the progress and what was found since. False if the run was cancelled. */
async function publish({ db }: App, { id, status }: RunRow, news: News): Promise<boolean> {
  const found = [...news.findings]
  const from = news.reported
  const isOpen = await db.transaction(async (tx) => {
    const [open] = await tx
      .update(transferRuns)
      .set({ progress: { ...news.progress, rejected: news.rejected } })
      .where(and(eq(transferRuns.id, id), eq(transferRuns.status, status)))
      .returning({ id: transferRuns.id })
    const size = limits.export.page
    for (let at = 0; open && at < found.length; at += size)
      await tx
        .insert(transferFindings)
        .values(found.slice(at, at + size).map((finding, n) => ({ runId: id, at: from + at + n, ...finding })))
    return open !== undefined
  })
  news.findings.splice(0, found.length)
  news.reported += found.length
  return isOpen
}

/** Ends the work on a run. The archive stays for the import only after the dry run of an upload. */
async function finish(app: App, { id, status, userId }: RunRow, to: ImportStatus, problem: StoredProblem | null = null): Promise<void> {
  const isOver = to !== 'checked' || userId === null
  await app.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(transferRuns)
      .set({ status: to, problem, finishedAt: isOver ? sql`now()` : null })
      .where(and(eq(transferRuns.id, id), eq(transferRuns.status, status)))
      .returning({ id: transferRuns.id })
    if (ended && isOver) await releaseArchive(tx, id)
  })
  if (isOver) await removeReleased(app, [archiveOf(id)])
}

const lostInCrash = 'The database lost the export in a crash. What was written stays: start the import again.'

/** Ends a run with a sentence; rethrows if the database or the store is out of reach, so that the work is begun anew. */
async function fail(app: App, run: RunRow, error: unknown, place: string): Promise<void> {
  const answer = answerTo(error)
  if (error instanceof StartError) return finish(app, run, 'failed', { message: error.message.replaceAll(place, run.name) })
  if (error instanceof StorageError && error.reason === 'object-not-found')
    return finish(app, run, 'failed', run.userId === null ? { message: lostInCrash } : refusalText('file-incomplete'))
  if (error instanceof StorageError && error.reason === 'quota-exceeded') return finish(app, run, 'failed', { message: error.message })
  if (error instanceof StorageError || answer.code === 'unavailable') throw error
  logUnexpected(error, answer, `The import of ${run.name}`)
  await finish(app, run, 'failed', textOfError(error))
}

/** Cancels what waited too long for its import, and forgets all but the newest. */
async function sweepRuns(app: App): Promise<void> {
  const { waitMs, keptMax } = limits.transferRun
  const old = await app.sql<RunRow[]>`
    select * from transfer_runs where status = 'checked' and finished_at is null and created_at < now() - ${waitMs} * interval '1 millisecond'`
  for (const run of old) await finish(app, run, 'cancelled')
  await app.sql`
    delete from transfer_runs where finished_at is not null
      and id in (select id from transfer_runs order by created_at desc, id desc offset ${keptMax})`
}
