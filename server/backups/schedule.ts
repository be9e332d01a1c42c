import { access, constants } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { BackupStatus } from '#contract/backups.ts'
import { AppError } from '#domain/errors.ts'
import type { Settings } from '#domain/settings.ts'
import { makeBackup } from '#server/backups/make-backup.ts'
import { backupsIn, removeOld, verifiedIn } from '#server/backups/manifest.ts'
import type { App } from '#server/platform/app.ts'
import type { Config } from '#server/platform/config.ts'
import { isBackupRunning } from '#server/platform/database/backup-lock.ts'
import { installation } from '#server/platform/database/tables/settings.ts'
import type { Alive } from '#server/platform/database/time-limit.ts'
import { type Log, messageOf } from '#server/platform/events/error-log.ts'
import { type Loop, openLoop } from '#server/platform/events/loop.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { makeFolder } from '#server/platform/make-folder.ts'

/** Where backups are made, unless a command names another folder. */
export const backupFolder = (settings: Pick<Settings, 'backupFolder'>, { dataDir }: Pick<Config, 'dataDir'>): string =>
  settings.backupFolder || join(dataDir, 'backups')

type Failure = { at: Date; message: string }
/** The latest failure of each running Backstall, by its configuration. */
const failures = new WeakMap<object, Failure>()
/** Those of which an admin wants a backup that is not made yet. */
const wanted = new WeakSet<object>()
const loops = new WeakMap<object, Loop>()

/** Throws `not-embedded` or `folder-unusable` for a schedule that could never work. */
export async function assertCanBackUp(
  { config }: Pick<App, 'config'>,
  settings: { backupEvery?: string | undefined; backupFolder?: string | undefined },
): Promise<void> {
  if (settings.backupEvery === 'off') return
  if (config.databaseUrl) throw new AppError('not-embedded', { field: 'change.backupEvery' })
  const folder = backupFolder({ backupFolder: settings.backupFolder ?? '' }, config)
  try {
    await makeFolder(folder)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new AppError('folder-unusable', { field: 'change.backupFolder' })
  }
}

/** Makes the backups of the schedule on this node, which is the only one of an embedded database. */
export function openBackups(app: App, log: Log = console): Pick<Loop, 'close'> {
  if (app.config.databaseUrl) return { close: async () => {} }
  const { checkMs: everyMs, stallMs } = limits.backup
  const loop = openLoop('Making backups', (alive, signal) => backUpIfDue(app, { alive, signal, log }), { log, everyMs, stallMs })
  loops.set(app.config, loop)
  return loop
}

/** Has a backup made at once, unless one is being made. Throws `not-embedded` or `folder-unusable`. */
export async function askForBackup(app: App): Promise<void> {
  await assertCanBackUp(app, { backupFolder: app.settings.current().backupFolder })
  if (await isBackupRunning(app.db)) return
  wanted.add(app.config)
  loops.get(app.config)?.ask()
}

/**
 * Makes a backup if an admin wants one, or one is due since the last whole one. After one of the schedule, the oldest beyond those to keep are removed. After
 * a failure it tries again an hour later.
 */
export async function backUpIfDue(app: App, { alive, signal, log }: { alive?: Alive; signal?: AbortSignal; log: Log }): Promise<void> {
  const isWanted = wanted.has(app.config)
  const { backupKeep, ...schedule } = app.settings.current()
  const folder = backupFolder(schedule, app.config)
  if (!isWanted && !(await isDue(app, schedule, folder))) return
  try {
    const source = { config: app.config, database: app.sql.options, storage: app.storage }
    const made = await makeBackup(source, folder, { signal, alive })
    failures.delete(app.config)
    log.info(`Backup made: ${made.folder}`)
    if (!isWanted && schedule.backupEvery !== 'off') await removeOld(folder, made.installation, backupKeep)
  } catch (error) {
    if (signal?.aborted) return
    failures.set(app.config, { at: new Date(), message: messageOf(error) })
    throw error
  } finally {
    if (isWanted) wanted.delete(app.config)
  }
}

async function isDue(app: App, schedule: Schedule, folder: string): Promise<boolean> {
  const failure = failures.get(app.config)
  if (schedule.backupEvery === 'off' || (failure && Date.now() - failure.at.getTime() < limits.backup.againMs)) return false
  const [last] = await backupsIn(folder, await installationOf(app))
  const { due } = await momentsOf(app, schedule)
  return due !== null && !(last && new Date(last.at) >= due)
}

type Schedule = Pick<Settings, 'backupEvery' | 'backupDay' | 'backupAt'>

/** The last moment of the schedule, and the next one; null if it is off. The clock and the time zones are those of the database. */
async function momentsOf({ db, config }: Pick<App, 'db' | 'config'>, { backupEvery, backupDay, backupAt }: Schedule) {
  if (backupEvery === 'off') return { due: null, next: null }
  const [row] = await db.execute<{ due: number; next: number }>(sql`
    select extract(epoch from max(at) filter (where at <= now()))::float8 * 1000 as due,
      extract(epoch from min(at) filter (where at > now()))::float8 * 1000 as next
    from (select (now() at time zone ${config.timeZone})::date + n as day from generate_series(-7, 7) n) days,
      lateral (select (day + ${backupAt}::time) at time zone ${config.timeZone} as at) moments
    where ${backupEvery} = 'daily' or extract(isodow from day) = ${backupDay}::int`)
  return { due: row ? new Date(row.due) : null, next: row ? new Date(row.next) : null }
}

/** Identifies this installation among backups in one folder. */
export async function installationOf({ db }: Pick<App, 'db'>): Promise<string> {
  const [row] = await db.select({ createdAt: installation.createdAt }).from(installation)
  return row?.createdAt.toISOString() ?? ''
}

/** What the schedule has done and will do, for the screen where it is set. */
export async function findBackupStatus(app: App): Promise<BackupStatus> {
  const settings = app.settings.current()
  const folder = backupFolder(settings, app.config)
  const isEmbedded = app.config.databaseUrl === null
  if (!isEmbedded) return { isEmbedded, folder, running: false, last: null, verified: null, failure: null, next: null }
  const [running, { next }, backups] = await Promise.all([
    isBackupRunning(app.db),
    momentsOf(app, settings),
    installationOf(app).then((id) => backupsIn(folder, id)),
  ])
  const [last] = backups
  const verified = await verifiedIn(backups)
  const failure = failures.get(app.config)
  return {
    isEmbedded,
    folder,
    running: running || wanted.has(app.config),
    last: last ? { at: last.at, name: basename(last.folder), ...last.files, files: last.files.count, lost: last.lost } : null,
    verified: verified && { at: verified.at, ok: verified.ok, name: basename(verified.folder) },
    failure: failure && (!last || new Date(last.at) < failure.at) ? { at: failure.at.toISOString(), message: failure.message } : null,
    next: next?.toISOString() ?? null,
  }
}
