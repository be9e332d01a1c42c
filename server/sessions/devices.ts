import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { Device } from '#domain/account.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { sessions } from '#server/platform/database/tables/sign-in.ts'
import { commit } from '#server/platform/events/commit.ts'
import { hint } from '#server/platform/events/record.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

/** The devices on which a person is signed in: the asking one first, then the newest (product §2). */
export async function listDevices({ sql }: App, { id, sessionId }: Pick<Actor, 'id' | 'sessionId'>): Promise<Device[]> {
  return sql<Device[]>`
    select id, coalesce(user_agent, '') as "userAgent", coalesce(ip_address, '') as "ipAddress", id = ${sessionId} as "isThis",
      ${sql.unsafe(isoOf('created_at'))} as "createdAt",
      ${sql.unsafe(isoOf('updated_at'))} as "seenAt"
    from sessions where user_id = ${id} and expires_at > now()
    order by (id = ${sessionId}) desc, created_at desc, id limit ${limits.account.devicesShown}`
}

/** Signs out one of the actor's own devices, at once and on every node. Throws `not-found` for a session of another person. */
export async function endDevice(app: App, actor: Actor, id: string): Promise<void> {
  if ((await end(app, actor, eq(sessions.id, id))) > 0) return
  const mine = await listDevices(app, actor)
  if (mine.some((device) => device.id === id)) return rejectInactive(app, actor)
  throw new AppError('not-found')
}

/** Signs out all devices of the actor but this one. */
export async function endOtherDevices(app: App, actor: Actor): Promise<void> {
  await end(app, actor, ne(sessions.id, actor.sessionId))
}

async function end(app: App, actor: Actor, which: SQL): Promise<number> {
  return commit(app, async (tx) => {
    const gone = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, actor.id), which, stillActive(actor)))
      .returning({ id: sessions.id })
    for (const { id } of gone) await hint(tx, 'session.change', id, actor.id)
    return gone.length
  })
}
