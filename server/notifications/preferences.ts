import { sql } from 'drizzle-orm'
import { defaultPreferences, Preferences } from '#domain/notification.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'

type Chosen = { [Key in keyof Preferences]?: Preferences[Key] | undefined }

/** The person's choices; what they did not choose has the default of their role. */
const complete = (actor: Actor, chosen: Chosen | null | undefined): Preferences => {
  const byRole = defaultPreferences(actor.role)
  return Preferences.safeParse({ ...byRole, ...chosen }).data ?? byRole
}

/** Returns how a person wants to be notified, per type (product §6). */
export async function findPreferences({ sql }: App, actor: Actor): Promise<Preferences> {
  const [row] = await sql<{ notify: Chosen | null }[]>`select notify from users where id = ${actor.id}`
  return complete(actor, row?.notify)
}

/** Changes the given preferences and leaves the others. Throws `not-signed-in` or `account-suspended` if that happened meanwhile. */
export async function choosePreferences(app: App, actor: Actor, change: Chosen): Promise<Preferences> {
  const [row] = await app.db.execute<{ notify: Chosen }>(sql`
    update users set notify = coalesce(notify, '{}') || ${JSON.stringify(change)}::jsonb
    where users.id = ${actor.id} and ${stillActive(actor)} returning notify`)
  return row ? complete(actor, row.notify) : rejectInactive(app, actor)
}
