import type { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import type { Account } from '#domain/account.ts'
import type { Actor } from '#domain/user.ts'
import { findAccount } from '#server/account/find-account.ts'
import { refuseInactiveNow } from '#server/account/refuse-inactive-now.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { record } from '#server/events/record.ts'
import { nameInPath } from '#server/images/file-name.ts'
import { beginReceiving } from '#server/images/receive-file.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import { type Kept, letGo, storePicture } from '#server/images/upload-image.ts'
import { stillActive } from '#server/users/still-active.ts'

/** Takes a picture of oneself under the rules of all pictures (product §2, §3); the one before is gone. Answers the account. */
export async function uploadAvatar(app: App, actor: Actor, name: string, content: Readable): Promise<Account> {
  const incoming = await beginReceiving(content)
  const path = `avatars/${actor.id}/${newId()}_${nameInPath(name, incoming.type)}`
  const reserved = await app.db.execute(sql`
    insert into files (path, product_id, uploaded_by, name, content_type)
    select ${path}, ${`avatar:${actor.id}`}, ${actor.id}, ${name}, ${incoming.type} where ${stillActive(actor)} returning path`)
  if (reserved.length === 0) return refuseInactiveNow(app, actor)
  try {
    const kept = await storePicture(app, path, incoming)
    await adopt(app, actor, path, kept)
  } catch (error) {
    await letGo(app, path)
    throw error
  }
  return findAccount(app, actor)
}

/** Takes one's picture away. */
export async function removeAvatar(app: App, actor: Actor): Promise<Account> {
  await adopt(app, actor, null, null)
  return findAccount(app, actor)
}

async function adopt(app: App, actor: Actor, path: string | null, kept: Kept | null): Promise<void> {
  const released = await app.db.transaction(async (tx) => {
    const [person] = await tx.execute<{ name: string; before: string | null }>(sql`
      update users set image = ${path}, updated_at = now() from (select id, image from users where id = ${actor.id} for update) old
      where users.id = old.id and ${stillActive(actor)} returning users.name, old.image as before`)
    if (!person) return refuseInactiveNow(app, actor)
    if (path && kept) await markStored(tx, path, kept)
    if (person.before === path) return null
    if (person.before) await tx.execute(sql`update files set released_at = now() where path = ${person.before}`)
    const about = { itemId: actor.id, ownerId: actor.id, actorId: actor.id, title: person.name }
    await record(tx, { kind: 'user.profile', ...about, fields: ['avatar'] })
    return person.before
  })
  app.feed.wake()
  if (released) void removeReleased(app, [released])
}

const markStored = (tx: Tx, path: string, { bytes, sha256, width, height }: Kept) =>
  tx.execute(sql`
    update files set stored_at = now(), named_at = now(), bytes = ${bytes}, sha256 = ${sha256}, width = ${width}, height = ${height}
    where path = ${path}`)
