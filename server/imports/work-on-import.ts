import { eq } from 'drizzle-orm'
import type { ErrorCode, RefusalText } from '#domain/errors.ts'
import { type ImportNoun, roleOf } from '#domain/product-import.ts'
import { StorageError } from '#domain/storage-error.ts'
import type { Actor } from '#domain/user.ts'
import type { ImportKind, Rows } from '#server/imports/import-kind.ts'
import { type ImportRow, pathOf } from '#server/imports/import-row.ts'
import { orderKind } from '#server/imports/order-kind.ts'
import { finishImport, releaseClaim, renewClaim, WorkLost } from '#server/imports/progress.ts'
import { readCsv } from '#server/imports/read-csv.ts'
import type { Header } from '#server/imports/read-header.ts'
import { productKind } from '#server/imports/take-batch.ts'
import type { App } from '#server/platform/app.ts'
import { users } from '#server/platform/database/tables/users.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import { answerTo, logUnexpected, textOfError } from '#server/platform/http/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

/** The state of the work on one import on this node. Times are milliseconds of its clock. */
type Work = { app: App; actor: Actor; at: ImportRow; claimedAt: number; publishedAt: number; closing: AbortSignal; alive: Alive }

/** Takes the files of each noun. */
const takers: Record<ImportNoun, (work: Work) => Promise<boolean>> = {
  products: (work) => takeAll(work, productKind),
  orders: (work) => takeAll(work, orderKind),
}

/**
 * Works on an import that this node has claimed, from its current row to its end: a dry run, or the run. Rows already taken are read again,
 * because later rows are checked against them, but not taken again. `closing` is aborted when this node stops: then another may continue at once.
 * Throws only if the database or the store is unreachable, so that the work is retried.
 */
export async function workOnImport(app: App, claimed: ImportRow, closing: AbortSignal, alive: Alive): Promise<void> {
  const work: Work = {
    app,
    actor: await ownerOf(app, claimed),
    at: claimed,
    claimedAt: Date.now(),
    publishedAt: Date.now(),
    closing,
    alive,
  }
  try {
    if (await takers[claimed.noun](work)) await finishImport(app, work.at, { status: claimed.status === 'checking' ? 'checked' : 'done' })
    else await releaseClaim(app, work.at)
  } catch (error) {
    if (!(error instanceof WorkLost)) await endBadly(work, error)
  }
}

async function ownerOf({ db }: App, { userId, noun }: ImportRow): Promise<Actor> {
  const [user] = await db.select({ name: users.name, email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) throw new Error('An import has no owner.')
  return { id: userId, ...user, role: roleOf[noun], status: 'active', sessionId: '' }
}

/** Takes all rows in batches; returns false if this node stops before the end. */
async function takeAll<Column extends string, Row>(work: Work, { header, open }: ImportKind<Column, Row>): Promise<boolean> {
  const { app, actor } = work
  const taken = work.at.done
  const { stream } = await app.storage.get(pathOf(work.at.id))
  let rows: Rows<Row> | null = null
  let reached = 0
  let batch: Row[] = []
  const finish = async (of: Rows<Row>) => {
    if (reached <= taken) await of.pass(batch)
    else await take(work, of, batch)
    batch = []
  }
  for await (const some of readCsv(stream, header.knownIn)) {
    for (const csvRow of some) {
      if (!rows) {
        rows = open(app, actor, await takeHeader(work, header.read(csvRow.cells)))
        continue
      }
      const row = rows.read(csvRow)
      // The rows already taken end where a batch ended.
      const isFull = batch.length >= limits.import.batch && !rows.belongsWithPrevious?.(batch, row)
      if (batch.length > 0 && (isFull || reached === taken)) {
        await finish(rows)
        work.alive()
        if (work.closing.aborted) return false
      }
      batch.push(row)
      reached += 1
    }
    await renewClaimIfDue(work)
    work.alive()
  }
  if (rows && batch.length > 0) await finish(rows)
  return true
}

async function takeHeader<Column extends string>(work: Work, header: Header<Column>): Promise<Header<Column>> {
  work.at = await renewClaim(work.app, work.at, { ignored: header.ignored })
  return header
}

async function take<Row>(work: Work, { take: takeRows }: Rows<Row>, rows: readonly Row[]): Promise<void> {
  const now = Date.now()
  const publish = now - work.publishedAt > limits.import.publishMs
  work.at = await takeRows(work.at, rows, publish)
  work.claimedAt = now
  if (publish) work.publishedAt = now
}

async function renewClaimIfDue(work: Work): Promise<void> {
  if (Date.now() - work.claimedAt < limits.import.leaseMs / 3) return
  work.at = await renewClaim(work.app, work.at)
  work.claimedAt = Date.now()
}

const ownersFault: Partial<Record<ErrorCode, RefusalText>> = {
  'account-suspended': refusalText('stopped-suspended'),
  'account-closed': refusalText('stopped-closed'),
  'not-allowed': refusalText('stopped-role'),
}

/** Ends the import with a sentence for its owner; rethrows if the database or the store is unreachable. */
async function endBadly({ app, at }: Work, error: unknown): Promise<void> {
  const answer = answerTo(error)
  const isGone = error instanceof StorageError && error.reason === 'object-not-found'
  if (answer.code === 'unavailable' || (error instanceof StorageError && !isGone)) throw error
  const stopped = ownersFault[answer.code]
  if (!isGone) logUnexpected(error, answer, `The import ${at.id}`)
  const why = isGone ? refusalText('file-incomplete') : (stopped ?? textOfError(error))
  await finishImport(app, at, { status: stopped ? 'cancelled' : 'failed', problem: { field: answer.data.field ?? null, ...why } })
}
