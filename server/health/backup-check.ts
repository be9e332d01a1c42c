import { basename } from 'node:path'
import type { Settings } from '#domain/settings.ts'
import { backupsIn } from '#server/backups/manifest.ts'
import { backupFolder, installationOf } from '#server/backups/schedule.ts'
import { attention, counted, duration, type Finding, ok } from '#server/health/finding.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'

const day = 24 * 60 * 60
/** The age (s) at which a backup is too old; without a schedule that of a weekly one. */
const oldest: Record<Settings['backupEvery'], number> = { daily: 2 * day, weekly: 8 * day, off: 8 * day }

/** The newest whole backup in the folder of the schedule. */
export async function backupCheck(config: Config, settings: Settings, db: Database): Promise<Finding> {
  if (config.databaseUrl)
    return ok('The tools of the PostgreSQL of DATABASE_URL make backups; Backstall does not see them. docs/backup.md says how.')
  const folder = backupFolder(settings, config)
  const [last] = await backupsIn(folder, await installationOf({ db }))
  const schedule = 'Turn on the schedule in Settings → Backups, or run: npm run backstall -- backup.'
  if (!last) return attention('No backup yet.', schedule)
  const age = (Date.now() - Date.parse(last.at)) / 1000
  const text = `The last backup, ${basename(last.folder)}, was made ${duration(age)} ago, with ${counted(last.files.count, 'file')}.`
  if (last.lost.length > 0)
    return attention(
      `${text} The store had lost or damaged ${counted(last.lost.length, 'file')}.`,
      'Run npm run backstall -- backup: it names them.',
    )
  if (age > oldest[settings.backupEvery])
    return attention(text, settings.backupEvery === 'off' ? schedule : 'The log says what "Making backups" fails with.')
  return ok(`${text} Check it now and then: npm run backstall -- verify-backup.`)
}
