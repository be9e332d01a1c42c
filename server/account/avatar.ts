import { sql } from 'drizzle-orm'
import type { Account } from '#domain/account.ts'
import type { Actor } from '#domain/user.ts'
import { findAccount } from '#server/account/find-account.ts'
import { avatarOwner } from '#server/images/image-paths.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import type { StoredPicture } from '#server/images/store-picture.ts'
import { markAdopted, releasePicture, takePicture } from '#server/images/take-picture.ts'
import type { App } from '#server/platform/app.ts'
import { commit } from '#server/platform/events/commit.ts'
import { byOwner, record } from '#server/platform/events/record.ts'
import type { Sending } from '#server/platform/files/sending.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

/** Stores the actor's picture under the rules of all pictures (product §2, §3) and removes the former one. */
export async function uploadAvatar(app: App, actor: Actor, name: string, sending: Sending): Promise<Account> {
  const taking = { folder: `avatars/${actor.id}`, owner: avatarOwner(actor), name, sending }
  await takePicture(app, actor, taking, (path, kept) => adopt(app, actor, path, kept))
  return findAccount(app, actor)
}

export async function removeAvatar(app: App, actor: Actor): Promise<Account> {
  await adopt(app, actor, null, null)
  return findAccount(app, actor)
}

async function adopt(app: App, actor: Actor, path: string | null, kept: StoredPicture | null): Promise<void> {
  const released = await commit(app, async (tx) => {
    const [person] = await tx.execute<{ name: string; before: string | null }>(sql`
      update users set image = ${path}, updated_at = now() from (select id, image from users where id = ${actor.id} for update) old
      where users.id = old.id and ${stillActive(actor)} returning users.name, old.image as before`)
    if (!person) return rejectInactive(app, actor)
    if (path && kept) await markAdopted(tx, path, kept)
    if (person.before === path) return null
    if (person.before) await releasePicture(tx, person.before)
    await record(tx, { kind: 'user.profile', ...byOwner(actor.id, person.name), fields: ['avatar'] })
    return person.before
  })
  if (released) void removeReleased(app, [released])
}
