import { createReadStream } from 'node:fs'
import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { TransferRun } from '#domain/transfer-run.ts'
import type { Actor } from '#domain/user.ts'
import { findUpload, receive, releaseUpload, sizeAndHash } from '#server/images/store-picture.ts'
import { markAdopted } from '#server/images/take-picture.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import { transferRuns } from '#server/platform/database/tables/transfer-runs.ts'
import { beginReceiving } from '#server/platform/files/receive-file.ts'
import type { Sending } from '#server/platform/files/sending.ts'
import { archiveSignatureBytes, archiveType } from '#server/platform/files/unpack-archive.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'
import { archiveOf, findRun } from '#server/transfers/runs.ts'

/** The owner of the archives in the table of files. */
export const archiveOwner = 'transfers'

/** The archives that are accepted. */
export const archives = {
  typeOf: archiveType,
  noType: () => new AppError('archive-type', { field: 'archive' }),
  tooLarge: () => new AppError('archive-too-large', { field: 'archive' }),
  bytesMax: limits.archive.bytesMax,
  startBytes: archiveSignatureBytes,
}

type Upload = { name: string; majorUnits: boolean; sending: Sending }

/**
 * Receives the archive of an export; its dry run starts by itself, on any node. Throws `archive-type`, `archive-too-large`, and
 * `transfer-open` while another one is being worked on or waits.
 */
export async function receiveArchive(app: App, actor: Actor, { name, majorUnits, sending }: Upload): Promise<TransferRun> {
  const known = await findUpload(app, actor, archiveOwner, sending.key)
  if (known) return findRun(app, known.path.slice(archiveOf('').length))
  const [open] = await app.db.execute(sql`select from transfer_runs where finished_at is null`)
  if (open) throw new AppError('transfer-open')
  const incoming = await beginReceiving(sending, archives)
  const id = newId()
  const path = archiveOf(id)
  const reserved = await app.db.execute(sql`
    insert into files (path, product_id, uploaded_by, name, content_type, upload_key)
    select ${path}, ${archiveOwner}, ${actor.id}, ${name}, ${incoming.type}, ${sending.key} where ${stillActive(actor)} returning path`)
  if (reserved.length === 0) return rejectInactive(app, actor)
  try {
    return await receive(app, incoming, async (file) => {
      const about = await sizeAndHash(file)
      await app.storage.put(path, createReadStream(file), { contentType: incoming.type, ...about })
      await app.db.transaction(async (tx) => {
        await markAdopted(tx, path, { ...about, width: null, height: null })
        await tx.insert(transferRuns).values({ id, userId: actor.id, name, majorUnits })
      })
      return findRun(app, id)
    })
  } catch (error) {
    await releaseUpload(app, path)
    throw codeOf(error) === '23505' ? new AppError('transfer-open') : error
  }
}
