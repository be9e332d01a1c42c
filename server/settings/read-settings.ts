import { sql } from 'drizzle-orm'
import { defaultSettings, Settings } from '#domain/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { settings } from '#server/platform/database/tables/settings.ts'

export const settingKeys = Object.keys(Settings.shape) as (keyof Settings)[]

/** The stored settings; the default for each one that is missing or no longer has the right shape. */
export async function readSettings(db: Pick<Database, 'select'>): Promise<Settings> {
  // As SQL: drizzle would read a text that is JSON, such as a name of digits, as JSON once more.
  const rows = await db.select({ key: settings.key, value: sql<unknown>`${settings.value}` }).from(settings)
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const valid = settingKeys.flatMap((key) => {
    const parsed = Settings.shape[key].safeParse(stored.get(key))
    return parsed.success ? [[key, parsed.data]] : []
  })
  return { ...defaultSettings, ...Object.fromEntries(valid) }
}
