import { eq } from 'drizzle-orm'
import type { ErrorCode } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { StorageError } from '#domain/storage-error.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { users } from '#server/database/tables.ts'
import { answerTo, logUnexpected } from '#server/http/errors.ts'
import { type ImportRecord, pathOf } from '#server/imports/import-row.ts'
import { passRows } from '#server/imports/pass-rows.ts'
import { finishImport, keepHold, letGo, WorkLost } from '#server/imports/progress.ts'
import { readCsv } from '#server/imports/read-csv.ts'
import { type Header, knownIn, readHeader } from '#server/imports/read-header.ts'
import { type ReadRow, readRow, type Seen } from '#server/imports/read-row.ts'
import { takeBatch } from '#server/imports/take-batch.ts'

/** The work on one import, as far as it has come on this node. Moments are milliseconds of this node's clock. */
type Work = { app: App; actor: Actor; at: ImportRecord; seen: Seen; heldAt: number; toldAt: number; isOver: () => boolean }

/**
 * Works on an import that this node has claimed, from where it stands to its end: a dry run, or the run. Rows already taken are read again,
 * as what they are about counts, but not taken again. `isOver` says that this node ends: then any other may go on at once.
 * Throws where only the database or the store is out of reach, so that it is tried again.
 */
export async function workOnImport(app: App, claimed: ImportRecord, isOver: () => boolean): Promise<void> {
  const seen: Seen = { named: new Set(), nameless: new Map() }
  const work: Work = { app, actor: await ownerOf(app, claimed), at: claimed, seen, heldAt: Date.now(), toldAt: Date.now(), isOver }
  try {
    if (await takeAll(work)) await finishImport(app, work.at, { status: claimed.status === 'checking' ? 'checked' : 'done' })
    else await letGo(app, work.at)
  } catch (error) {
    if (!(error instanceof WorkLost)) await endBadly(work, error)
  }
}

async function ownerOf({ db }: App, { userId }: ImportRecord): Promise<Actor> {
  const [user] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw new Error('An import has no owner.')
  return { id: userId, ...user, role: 'seller', status: 'active', sessionId: '' }
}

/** Takes all rows in their batches; false if this node ended before. */
async function takeAll(work: Work): Promise<boolean> {
  const { app, actor, seen } = work
  const taken = work.at.done
  const { stream } = await app.storage.get(pathOf(work.at.id))
  let header: Header | null = null
  let reached = 0
  let batch: ReadRow[] = []
  for await (const rows of readCsv(stream, knownIn)) {
    for (const row of rows) {
      if (!header) {
        header = await takeHeader(work, row.cells)
        continue
      }
      batch.push(readRow(actor, header, row, seen, app.config.currency))
      reached += 1
      if (reached < taken && batch.length < limits.import.batch) continue
      if (reached <= taken) await passRows(app, actor, batch, seen)
      else if (batch.length < limits.import.batch) continue
      else await take(work, batch)
      if (work.isOver()) return false
      batch = []
    }
    await stayHeld(work)
  }
  if (batch.length > 0) await take(work, batch)
  return true
}

async function takeHeader(work: Work, cells: readonly string[]): Promise<Header> {
  const header = readHeader(cells)
  work.at = await keepHold(work.app, work.at, { ignored: header.ignored })
  return header
}

async function take(work: Work, rows: readonly ReadRow[]): Promise<void> {
  const now = Date.now()
  const tell = now - work.toldAt > limits.import.tellMs
  work.at = await takeBatch(work.app, work.actor, work.at, { rows, seen: work.seen, tell })
  work.heldAt = now
  if (tell) work.toldAt = now
}

async function stayHeld(work: Work): Promise<void> {
  if (Date.now() - work.heldAt < limits.import.holdMs / 3) return
  work.at = await keepHold(work.app, work.at)
  work.heldAt = Date.now()
}

const ownersFault: Partial<Record<ErrorCode, string>> = {
  'account-suspended': 'It was stopped, as the account was suspended. Rows already written stay.',
  'account-closed': 'It was stopped, as the account was closed. Rows already written stay.',
  'not-allowed': 'It was stopped, as the account is no seller any more. Rows already written stay.',
}

/** Ends it with the sentence for its owner, unless it is only the database or the store that is out of reach. */
async function endBadly({ app, at }: Work, error: unknown): Promise<void> {
  const answer = answerTo(error)
  const isGone = error instanceof StorageError && error.reason === 'object-not-found'
  if (answer.code === 'unavailable' || (error instanceof StorageError && !isGone)) throw error
  const sentence = ownersFault[answer.code]
  if (!isGone) logUnexpected(error, answer, `The import ${at.id}`)
  const message = isGone ? 'The file did not arrive as a whole. Upload it again.' : (sentence ?? answer.message)
  await finishImport(app, at, { status: sentence ? 'cancelled' : 'failed', problem: { field: answer.data.field ?? null, message } })
}
