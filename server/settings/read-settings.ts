import { defaultSettings, Settings } from '#domain/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { settings } from '#server/platform/database/tables/settings.ts'

export const settingKeys = Object.keys(Settings.shape) as (keyof Settings)[]

/** The settings as they are stored, each one that is not (or no longer has its shape) as it was at first. */
export async function readSettings(db: Pick<Database, 'select'>): Promise<Settings> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings)
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const kept = settingKeys.flatMap((key) => {
    const parsed = Settings.shape[key].safeParse(stored.get(key))
    return parsed.success ? [[key, parsed.data]] : []
  })
  return { ...defaultSettings, ...Object.fromEntries(kept) }
}
