import { setErrorSentences } from '#domain/sentences.ts'
import type { Collection, ImportOptions, TransferProgress } from '#domain/transfer.ts'
import { locks } from '#server/platform/database/locks.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { StartError } from '#server/platform/start-error.ts'
import { addAccounts, importAccountsAlone } from '#server/transfers/collections/accounts.ts'
import { chatKind, noMessages } from '#server/transfers/collections/chats.ts'
import { editRequestKind } from '#server/transfers/collections/edit-requests.ts'
import { importFiles } from '#server/transfers/collections/files.ts'
import { historyKind } from '#server/transfers/collections/history.ts'
import { messageTables, refuseLeftMessages, stageMessages } from '#server/transfers/collections/messages.ts'
import { notificationKind } from '#server/transfers/collections/notifications.ts'
import { orderKind } from '#server/transfers/collections/orders.ts'
import { productKind } from '#server/transfers/collections/products.ts'
import { userKind } from '#server/transfers/collections/users.ts'
import { type Folder, openFolder } from '#server/transfers/folder.ts'
import { readHashConfig } from '#server/transfers/hash-config.ts'
import { importBatch } from '#server/transfers/import-batch.ts'
import type { Kind } from '#server/transfers/kind.ts'
import { type Read, readRecords } from '#server/transfers/read-records.ts'
import { shapesFor } from '#server/transfers/shapes.ts'
import { findingOf, type Listener, type Transfer, type TransferApp } from '#server/transfers/transfer.ts'

/** Another process imports; the same import can be started when that one has ended. */
export class ImportUnderWay extends StartError {}

/**
 * Imports an export of a former product from a folder, or only checks it (product §8). Each batch is one transaction, so an import that was
 * cancelled, or broke off, is completed by the next one. It sends no mail, webhook, notice or hint of an event. Returns what became of the
 * records. Throws `StartError` if the folder has no export, `ImportUnderWay` beside another import.
 */
export async function importFolder(
  app: TransferApp,
  folder: string,
  options: ImportOptions,
  listener: Listener,
): Promise<TransferProgress> {
  // A command from the shell has no server that did it.
  setErrorSentences()
  const found = await openFolder(folder)
  const sql = await app.sql.reserve()
  try {
    const [lock] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(${locks.transfer}) as mine`
    if (!lock?.mine) throw new ImportUnderWay('Another import is under way.')
    // Every look-up is by key; the planner must not keep a plan from when the tables were empty, nor read the temporary ones whole.
    await set(sql, { plan_cache_mode: 'force_custom_plan', enable_hashjoin: 'off', enable_mergejoin: 'off' })
    await sql`create temp table transfer_seen (collection text, id text, line integer, accepted boolean not null default false, owner text, primary key (collection, id))`
    await sql`create temp table transfer_accounts (id text primary key, line integer, record text not null, used boolean not null default false)`
    for (const table of messageTables) await sql.unsafe(table)
    await sql`create temp table transfer_files (path text primary key, bytes bigint)`
    await sql`create temp table transfer_listed (path text primary key, sha256 text not null, name text not null, sent boolean not null default false)`
    const { hashes, problem } = await readHashConfig(found.hashes)
    if (problem) listener.onFinding(findingOf({ collection: 'auth', line: null, id: null }, problem, 'noted'))
    const shapes = shapesFor({ majorUnits: options.majorUnits, currency: app.config.currency })
    const progress: TransferProgress = { counts: {}, at: null }
    const transfer: Transfer = { ...listener, app, options, shapes, hashes, hasAccounts: found.accounts !== null, sql, progress }
    await importAll(transfer, found)
    progress.at = null
    await listener.onProgress(progress)
    return progress
  } finally {
    await set(sql, { plan_cache_mode: 'auto', enable_hashjoin: 'on', enable_mergejoin: 'on' }).catch(() => {})
    await sql`drop table if exists transfer_seen, transfer_accounts, transfer_files, transfer_listed, transfer_messages, transfer_numbered`.catch(
      () => {},
    )
    await sql`select pg_advisory_unlock(${locks.transfer})`.catch(() => {})
    sql.release()
  }
}

/** Settings of the import's connection. */
const set = (sql: Transfer['sql'], settings: Record<string, string>) =>
  sql`select set_config(key, value, false) from json_each_text(${JSON.stringify(settings)}::json)`

async function importAll(transfer: Transfer, folder: Folder): Promise<void> {
  // People, products and chats name files.
  await importFiles(transfer, folder)
  await addAccounts(transfer, folder.accounts)
  await importCollection(transfer, folder, userKind, null)
  await importAccountsAlone(transfer)
  await importCollection(transfer, folder, productKind, [])
  await importCollection(transfer, folder, editRequestKind, undefined)
  await importCollection(transfer, folder, notificationKind, undefined)
  await stageMessages(transfer, folder.collections.messages)
  await importCollection(transfer, folder, chatKind, noMessages)
  await refuseLeftMessages(transfer)
  await importCollection(transfer, folder, historyKind, undefined)
  await importCollection(transfer, folder, orderKind, undefined)
}

async function importCollection<Of extends Collection, More>(
  transfer: Transfer,
  folder: Folder,
  kind: Kind<Of, More>,
  more: More,
): Promise<void> {
  const file = folder.collections[kind.collection]
  if (!file) return
  transfer.progress.at = kind.collection
  for await (const read of readRecords(file))
    for (const batch of await batchesOf(transfer, kind, read)) {
      transfer.signal?.throwIfAborted()
      await importBatch(transfer, kind, batch, more)
      await transfer.onProgress(transfer.progress)
    }
}

/** What was read as batches that do not weigh too much; a record that alone weighs more is one of its own. */
async function batchesOf<Of extends Collection, More>(transfer: Transfer, { weights }: Kind<Of, More>, read: Read[]): Promise<Read[][]> {
  if (!weights) return [read]
  const values = read.map((one) => ('value' in one && typeof one.value === 'object' ? { ...one.value } : {}) as Record<string, unknown>)
  const weighed = await weights(transfer, values)
  const batches: Read[][] = [[]]
  let sum = 0
  for (const [at, one] of read.entries()) {
    const weight = weighed[at] ?? 0
    if (sum > 0 && sum + weight > limits.transfer.weightMax) {
      batches.push([])
      sum = 0
    }
    batches.at(-1)?.push(one)
    sum += weight
  }
  return batches
}
