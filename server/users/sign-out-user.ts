import { and, eq, ne } from 'drizzle-orm'
import type { Inputs } from '#contract/inputs.ts'
import type { Device } from '#domain/account.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { sessions } from '#server/platform/database/tables/sign-in.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { listDevices } from '#server/sessions/devices.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'
import { userNotFound } from '#server/users/find-user.ts'

/** The devices on which a person is signed in, for admins (product §2). Throws `not-found`. */
export async function listDevicesOf(app: App, { sessionId }: Actor, id: string): Promise<Device[]> {
  await nameOf(app, id)
  return listDevices(app, { id, sessionId })
}

/**
 * Signs a person out on one device, or on all but the asking one; their streams there end with the event (product §2).
 * Throws `not-found` for an unknown person or a device of another one.
 */
export async function signOutUser(app: App, actor: Actor, { id, deviceId }: Inputs['users']['signOut']): Promise<void> {
  const title = await nameOf(app, id)
  const which = deviceId === undefined ? ne(sessions.id, actor.sessionId) : eq(sessions.id, deviceId)
  const ended = await commit(app, async (tx) => {
    const gone = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, id), which, stillActive(actor)))
      .returning({ id: sessions.id })
    if (gone.length === 0) return 0
    await record(tx, { kind: 'user.signOut', itemId: id, ownerId: id, actorId: actor.id, title, after: { devices: gone.length } })
    return gone.length
  })
  if (ended > 0) return
  await assertActive(app, actor)
  if (deviceId !== undefined) throw new AppError('not-found')
}

async function nameOf({ sql }: App, id: string): Promise<string> {
  const [person] = await sql<{ name: string }[]>`select name from users where id = ${id}`
  if (!person) throw userNotFound()
  return person.name
}
