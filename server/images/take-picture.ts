import { sql } from 'drizzle-orm'
import type { Actor } from '#domain/user.ts'
import { findUpload, releaseUpload, type StoredPicture, storePicture } from '#server/images/store-picture.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { beginReceiving } from '#server/platform/files/receive-file.ts'
import type { Sending } from '#server/platform/files/sending.ts'
import { nameInPath } from '#server/platform/http/file-name.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

/** `owner` is the owner of the picture in the table `files`. */
type Taking = { folder: string; owner: string; name: string; sending: Sending }

/**
 * Stores a picture that belongs to no product under the rules of all pictures (product §3), at a path that is written once. `adopt` assigns
 * it to its owner; if that fails, the picture is removed. An upload that has already arrived under its key is assigned already.
 */
export async function takePicture(
  app: App,
  actor: Actor,
  { folder, owner, name, sending }: Taking,
  adopt: (path: string, kept: StoredPicture) => Promise<void>,
): Promise<void> {
  if (await findUpload(app, actor, owner, sending.key)) return
  const incoming = await beginReceiving(sending)
  const path = `${folder}/${newId()}_${nameInPath(name, incoming.type)}`
  const reserved = await app.db.execute(sql`
    insert into files (path, product_id, uploaded_by, name, content_type, upload_key)
    select ${path}, ${owner}, ${actor.id}, ${name}, ${incoming.type}, ${sending.key} where ${stillActive(actor)} returning path`)
  if (reserved.length === 0) return rejectInactive(app, actor)
  try {
    await adopt(path, await storePicture(app, path, incoming))
  } catch (error) {
    await releaseUpload(app, path)
    throw error
  }
}

type Adopted = Pick<StoredPicture, 'bytes' | 'sha256'> & { width: number | null; height: number | null }

/** Marks a file as stored and named, so that it is not an orphan. Part of `adopt`. */
export const markAdopted = (tx: Tx, path: string, { bytes, sha256, width, height }: Adopted) =>
  tx.execute(sql`
    update files set stored_at = now(), named_at = now(), bytes = ${bytes}, sha256 = ${sha256}, width = ${width}, height = ${height}
    where path = ${path}`)

/** Releases the former picture in the transaction that replaces it. `removeReleased` then removes it from the store. */
export const releasePicture = (tx: Tx, path: string) => tx.execute(sql`update files set released_at = now() where path = ${path}`)
