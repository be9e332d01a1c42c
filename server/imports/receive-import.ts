import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { nounOf, type ProductImport } from '#domain/product-import.ts'
import type { Actor } from '#domain/user.ts'
import { receive, sizeAndHash } from '#server/images/store-picture.ts'
import { headers } from '#server/imports/headers.ts'
import { importFromRow, pathOf } from '#server/imports/import-row.ts'
import { readCsv } from '#server/imports/read-csv.ts'
import type { HeaderReader } from '#server/imports/read-header.ts'
import { sweepImports } from '#server/imports/sweep-imports.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { imports } from '#server/platform/database/tables/imports.ts'
import { hint } from '#server/platform/events/record.ts'
import { beginReceiving } from '#server/platform/files/receive-file.ts'
import { inOnePiece } from '#server/platform/files/sending.ts'
import { answerTo, logUnexpected } from '#server/platform/http/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

type Upload = { name: string; content: Readable }

const tooLarge = () => new AppError('csv-too-large')
/** What begins as no CSV file does is found when its header is read. */
const csvFile = { typeOf: () => 'text/csv', noType: tooLarge, tooLarge, bytesMax: limits.import.bytesMax, startBytes: 0 }

/** Refuses a file by its announced length, before anything is read. Throws `csv-too-large`. */
export function assertNotTooLarge(contentLength: string | undefined): void {
  if (Number(contentLength ?? 0) > limits.import.bytesMax) throw tooLarge()
}

/**
 * Accepts a CSV file: products from a seller, orders from an admin. The dry run starts automatically on any node. Throws `csv-broken` and
 * `csv-encoding` for a file without a known header, `csv-too-large`. After any failure, nothing of the file stays.
 */
export async function receiveImport(app: App, actor: Actor, { name, content }: Upload): Promise<ProductImport> {
  return receive(app, await beginReceiving(inOnePiece(content), csvFile), async (file) =>
    store(app, actor, name, file, await countRows(file, headers[nounOf[actor.role]])),
  )
}

/** Counts the rows after the header. Refuses at once whatever concerns the file as a whole. */
async function countRows(file: string, { knownIn, read }: HeaderReader<string>): Promise<number> {
  let rows = -1
  for await (const some of readCsv(createReadStream(file), knownIn)) {
    const [header] = some
    if (rows < 0 && header) read(header.cells)
    rows += some.length
    if (rows > limits.import.rowsMax) throw tooLarge()
  }
  return rows
}

/** Inserts the row first and claims it until the file is stored, so that every stored file has a row. */
async function store(app: App, actor: Actor, name: string, file: string, rows: number): Promise<ProductImport> {
  const id = newId()
  const about = { contentType: 'text/csv', ...(await sizeAndHash(file)) }
  await reserve(app, actor, { id, name, rows })
  await app.storage.put(pathOf(id), createReadStream(file), about).catch(async (error) => {
    await app.db.delete(imports).where(eq(imports.id, id))
    throw error
  })
  const row = await app.db.transaction(async (tx) => {
    const [released] = await tx
      .update(imports)
      .set({ heldUntil: null })
      .where(and(eq(imports.id, id), stillActive(actor)))
      .returning()
    if (released) await hint(tx, 'import.change', id, actor.id)
    return released
  })
  if (!row) return rejectInactive(app, actor)
  app.feed.wake()
  void sweepImports(app).catch((error) => logUnexpected(error, answerTo(error), 'Removing old imports'))
  return importFromRow(row)
}

async function reserve(app: App, actor: Actor, { id, name, rows }: { id: string; name: string; rows: number }): Promise<void> {
  const reserved = await app.db.execute(sql`
    insert into imports (id, user_id, noun, name, rows, held_until)
    select ${id}, ${actor.id}, ${nounOf[actor.role]}, ${name}, ${rows}::integer, now() + ${limits.storage.budgetMs} * interval '1 millisecond' where ${stillActive(actor)} returning id`)
  if (reserved.length === 0) await rejectInactive(app, actor)
}
