import type { Settings } from '#domain/settings.ts'
import type { Actor } from '#domain/user.ts'
import { logoOwner } from '#server/images/image-paths.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import type { StoredPicture } from '#server/images/store-picture.ts'
import { markAdopted, releasePicture, takePicture } from '#server/images/take-picture.ts'
import type { App } from '#server/platform/app.ts'
import type { Sending } from '#server/platform/files/sending.ts'
import { editSettings } from '#server/settings/edit-settings.ts'

/** Stores the logo of the marketplace by the rules of all pictures (product §3, §9), replaces the former one and returns the settings. */
export async function uploadLogo(app: App, actor: Actor, name: string, sending: Sending): Promise<Settings> {
  await takePicture(app, actor, { folder: 'logos', owner: logoOwner, name, sending }, (path, kept) => adopt(app, actor, path, kept))
  return app.settings.current()
}

/** Removes the logo. */
export async function removeLogo(app: App, actor: Actor): Promise<Settings> {
  await adopt(app, actor, null, null)
  return app.settings.current()
}

/** Writes the logo as an edit of the settings, so that of two simultaneous uploads the second releases the file of the first. */
async function adopt(app: App, actor: Actor, path: string | null, kept: StoredPicture | null): Promise<void> {
  const logo = path && kept ? { path, width: kept.width, height: kept.height } : null
  let released: string | undefined
  await editSettings(app, actor, { logo }, async (tx, before) => {
    if (path && kept) await markAdopted(tx, path, kept)
    released = before.logo?.path
    if (released) await releasePicture(tx, released)
  })
  if (released) void removeReleased(app, [released])
}
