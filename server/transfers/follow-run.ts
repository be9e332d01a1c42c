import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Finding, ImportOptions, TransferProgress } from '#domain/transfer.ts'
import { isNodeRunning } from '#server/platform/database/locks.ts'
import { outageOf } from '#server/platform/database/outages.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { sentenceOf } from '#server/platform/problem-texts.ts'
import { StartError } from '#server/platform/start-error.ts'
import { openFolder } from '#server/transfers/folder.ts'
import type { RunRow } from '#server/transfers/runs.ts'
import { sendFolder } from '#server/transfers/send-folder.ts'
import type { Listener, TransferApp } from '#server/transfers/transfer.ts'

type Follower = Required<Listener> & { onWait: (text: string) => void }
type Sql = TransferApp['sql']

/**
 * Has the running server import the export of a folder, or only check it, and follows that to its end: the same as `importFolder` for the caller.
 * A killed server goes on when it is started again, and meanwhile this waits. An abort cancels the run.
 */
export async function importByServer(
  { sql }: TransferApp,
  folder: string,
  options: ImportOptions,
  { onFinding, onProgress, onWait, signal }: Follower,
): Promise<TransferProgress> {
  const onSent = (bytes: number) => onWait(`Sending the export to Backstall: ${Math.floor(bytes / 1e6)} MB`)
  const id = await sendFolder({ sql }, await openFolder(folder), { name: basename(folder), options, onSent, signal })
  const run = await ended(sql, id, { onProgress, onWait, signal })
  for await (const finding of findingsOf(sql, id)) onFinding(finding)
  if (run.status === 'failed') throw new StartError(run.problem ? sentenceOf(run.problem) : 'The import failed.')
  if (run.status === 'cancelled') throw new ImportCancelled()
  return run.progress
}

/** The import was cancelled, here or in the settings. */
export class ImportCancelled extends StartError {
  constructor() {
    super('The import was cancelled. What it had written stays; the next import completes it.')
  }
}

const notReached = 'The database cannot be reached, so the import was not cancelled. Settings → Moving in shows it once Backstall runs.'

type Ended = Pick<RunRow, 'status' | 'problem' | 'progress'>
type State = Ended & { isOver: boolean; isWorkedOn: boolean }

async function ended(sql: Sql, id: string, { onProgress, onWait, signal }: Omit<Follower, 'onFinding'>): Promise<Ended> {
  const away = () => onWait('Backstall is not running. The import goes on when it is started again; Ctrl+C cancels it.')
  for (;;) {
    try {
      if (signal.aborted) await cancel(sql, id)
      const [run] = await sql<State[]>`
        select status, problem, progress, finished_at is not null as "isOver", ${sql.unsafe(isNodeRunning)} as "isWorkedOn" from transfer_runs where id = ${id}`
      if (!run) throw new ImportCancelled()
      if (run.isOver) return run
      if (Object.keys(run.progress.counts).length === 0) onWait('Backstall is unpacking the export.')
      onProgress(run.progress)
      if (!run.isWorkedOn) away()
    } catch (error) {
      // An outage passes: the database is being restarted with the server, or fails over.
      if (!outageOf(error)) throw error
      if (signal.aborted) throw new StartError(notReached)
      away()
    }
    await pause(limits.transferRun.publishMs, undefined, { signal }).catch(() => {})
  }
}

const cancel = (sql: Sql, id: string) => sql`
  with cancelled as (update transfer_runs set status = 'cancelled', finished_at = now() where id = ${id} and finished_at is null returning id)
  delete from transfer_parts where run_id in (select id from cancelled)`

async function* findingsOf(sql: Sql, id: string): AsyncGenerator<Finding> {
  for (let after = -1; ; ) {
    const rows = await sql<(Finding & { at: number })[]>`
      select at, collection, line, id, field, code, message, outcome from transfer_findings where run_id = ${id} and at > ${after}::integer
      order by at limit ${limits.export.page}`
    for (const { at, ...finding } of rows) {
      yield finding
      after = at
    }
    if (rows.length < limits.export.page) return
  }
}
