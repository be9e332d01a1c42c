import { collections, furtherFiles, type TransferPart, type TransferProgress } from '#domain/transfer.ts'
import { type CopyClient, openCopyClient } from '#server/platform/database/copy-client.ts'
import { locks } from '#server/platform/database/locks.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { fileOrNull, type Storage } from '#server/platform/files/storage.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { StartError } from '#server/platform/start-error.ts'
import { type AccountRow, accountRows, exportAccounts } from '#server/transfers/exported-accounts.ts'
import { exportedRecord } from '#server/transfers/exported-record.ts'
import { type ExportedRow, innerMessages, rowsOf, shownOf } from '#server/transfers/exported-rows.ts'
import { shapesFor } from '#server/transfers/shapes.ts'
import type { TransferApp } from '#server/transfers/transfer.ts'

/** Where an export goes: text files, written to the end before the next, and stored files. */
export type Target = {
  text: (name: string, pieces: AsyncIterable<string>) => Promise<void>
  file: (path: string, content: Awaited<ReturnType<Storage['get']>>) => Promise<void>
}
type About = { withPasswordHashes: boolean; signal?: AbortSignal | undefined }
/** What was exported, and the paths of files that the store has lost. */
export type Exported = { progress: TransferProgress; lost: string[] }

/**
 * Exports everything in the shape that an import reads (product §8), with the fields that Backstall does not know: the records as of one moment,
 * then the files that were stored by then, which nothing removes meanwhile. Memory stays flat. Throws `StartError` while a backup is being made.
 */
export async function exportAll(app: TransferApp, target: Target, { withPasswordHashes, signal }: About): Promise<Exported> {
  await using client = await openCopyClient(app.sql.options)
  const progress: TransferProgress = { counts: {}, at: null }
  const lost: string[] = []
  const step = (part: TransferPart, done: number) => {
    signal?.throwIfAborted()
    const read = (progress.counts[part]?.read ?? 0) + done
    progress.counts[part] = { read, created: read, updated: 0, unchanged: 0, kept: 0, rejected: 0 }
    progress.at = part
  }
  const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock_shared(${locks.backup}) as free`)
  if (!rows[0]?.free) throw new StartError('A backup is being made. Start the export when it is complete.')
  await client.query('begin isolation level repeatable read read only')
  const shapes = shapesFor({ majorUnits: false, currency: app.config.currency })
  const former = await client.query<{ here: string; id: string }>(
    `select here, id from transferred_records where collection = 'users' and here is not null`,
  )
  const formerIds = new Map(former.rows.map(({ here, id }) => [here, id]))
  for (const collection of collections) {
    async function* lines() {
      for await (const page of pagesOf<ExportedRow>(client, rowsOf(collection))) {
        const shown = page.flatMap((row) => shownOf(collection, row) ?? [])
        step(collection, shown.length)
        let text = ''
        for (const row of shown) {
          // A chat may be long: its messages are written in the place of this one, in pages.
          const place = newId()
          if (row._inner) row.messages = [place]
          const [head, tail] = JSON.stringify(exportedRecord(collection, shapes, row, formerIds)).split(`"${place}"`)
          text += head
          if (tail !== undefined) {
            yield text
            let mark = ''
            for await (const messages of innerOf(client, row.id)) {
              const records = messages.map((one) => exportedRecord('messages', shapes, { ...one, _chat: row._record }, formerIds))
              yield `${mark}${JSON.stringify(records).slice(1, -1)}`
              mark = ','
            }
            text = tail
          }
          text += '\n'
        }
        yield text
      }
    }
    await target.text(`${collection}.jsonl`, lines())
  }
  async function* accounts() {
    for await (const page of pagesOf<AccountRow>(client, accountRows)) {
      step('auth', page.length)
      yield page
    }
  }
  await exportAccounts(accounts(), target, { withPasswordHashes, formerIds })
  const { rows: moment } = await client.query<{ at: string }>(`select now()::text as at`)
  await client.query('commit')
  async function* stored() {
    for await (const page of filesAt(client, moment[0]?.at ?? '')) {
      const here: FileRow[] = []
      for (const row of page) {
        const found = await fileOrNull(app.storage, row.path)
        if (found) await target.file(`${furtherFiles.files}/${row.path}`, found)
        if (found) here.push(row)
        else lost.push(row.path)
        step('files', found ? 1 : 0)
      }
      yield here.map((row) => `${JSON.stringify(row)}\n`).join('')
    }
  }
  await target.text(furtherFiles.fileList, stored())
  progress.at = null
  return { progress, lost }
}

/** The rows of a query, in pages, inside a transaction. */
async function* pagesOf<Row extends object>(client: CopyClient, query: string): AsyncGenerator<Row[]> {
  await client.query(`declare exported no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${limits.export.page} from exported`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close exported')
}

/** The messages of a chat, in pages. */
async function* innerOf(client: CopyClient, chatId: string): AsyncGenerator<ExportedRow[]> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<ExportedRow>(innerMessages, [chatId, after, limits.export.page])
    if (rows.length > 0) yield rows
    after += rows.length
    if (rows.length < limits.export.page) return
  }
}

type FileRow = { path: string; sha256: string; name: string }

/** The files that were stored at a moment, in pages. Those of uploaded exports are left out. */
async function* filesAt(client: CopyClient, moment: string): AsyncGenerator<FileRow[]> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<FileRow>(
      `select path, sha256, name from files where stored_at <= $2::timestamptz and (released_at is null or released_at > $2::timestamptz) and path collate "C" > $1
        and path not like 'transfers/%' order by path collate "C" limit ${limits.export.page}`,
      [after, moment],
    )
    yield rows
    after = rows.at(-1)?.path ?? ''
    if (rows.length < limits.export.page) return
  }
}
