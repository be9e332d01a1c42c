import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Settings } from '#domain/settings.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'
import { settings } from '#server/platform/database/tables/settings.ts'
import { commit } from '#server/platform/events/commit.ts'
import { record } from '#server/platform/events/record.ts'
import { rejectInactive, stillActive } from '#server/sessions/still-active.ts'
import { readSettings, settingKeys } from '#server/settings/read-settings.ts'

type Change = { [Key in keyof Settings]?: Settings[Key] | undefined }
type Also = (tx: Tx, before: Settings) => Promise<void>

const only = (settings: Change, keys: readonly (keyof Settings)[]): Record<string, unknown> =>
  Object.fromEntries(keys.map((key) => [key, settings[key]]))

/**
 * Changes the given settings only, and returns all of them. `also` runs in the same transaction with the settings before the change.
 * Throws `not-signed-in`, `account-suspended` or `not-allowed` if the actor is no longer an active admin.
 */
export async function editSettings(app: App, actor: Actor, change: Change, also?: Also): Promise<Settings> {
  await commit(app, async (tx) => {
    // One edit at a time, so that each `before` in the history equals the last `after`.
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.settings})`)
    const before = await readSettings(tx)
    const fields = settingKeys.filter((key) => change[key] !== undefined && !isDeepStrictEqual(change[key], before[key]))
    if (fields.length === 0) return
    const after = only(change, fields)
    if (!(await store(tx, actor, after))) return rejectInactive(app, actor)
    await also?.(tx, before)
    await record(tx, {
      kind: 'settings.edit',
      itemId: 'settings',
      ownerId: null,
      actorId: actor.id,
      fields,
      before: only(before, fields),
      after,
    })
  })
  await app.settings.refresh()
  return app.settings.current()
}

async function store(tx: Tx, actor: Actor, values: Record<string, unknown>): Promise<boolean> {
  const stored = await tx.execute(sql`
    insert into ${settings} (key, value, updated_by)
    select key, value, ${actor.id} from jsonb_each(${JSON.stringify(values)}::jsonb) where ${stillActive(actor)}
    on conflict (key) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = now()
    returning key`)
  return stored.length > 0
}
