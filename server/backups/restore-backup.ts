import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageError } from '#domain/storage-error.ts'
import { inFiles, listFile } from '#server/backups/make-backup.ts'
import { checkedFiles, lostOf, type Manifest, readManifest } from '#server/backups/manifest.ts'
import { mayVanish, type Named } from '#server/backups/named-files.ts'
import { refuseFilled, refuseNewer, removeRestored, restoreInto, withRestored } from '#server/backups/restored-database.ts'
import { linesOf, readFrom, type Sum, sumOf, writeSummed } from '#server/backups/sums.ts'
import type { Config } from '#server/platform/config.ts'
import { openDataFolder, restoringFolder, secretFile, secretIfReadable } from '#server/platform/data-folder.ts'
import { fingerprintOf } from '#server/platform/database/assert-secret.ts'
import type { CopyClient } from '#server/platform/database/copy-client.ts'
import { findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { openPlace } from '#server/platform/database/embedded/place.ts'
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import type { Storage } from '#server/platform/files/storage.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { StartError } from '#server/platform/start-error.ts'
import { syncFolder } from '#server/platform/sync-folder.ts'

type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 'storage' | 'sessionSecret'>

/**
 * Restores a backup into an empty data folder, or into the empty database of DATABASE_URL and the file store. Every sum is checked before anything is written, and all appears in the data folder only
 * when it is complete. Its schedule of backups is off, because the installation it is a copy of may still run and use the same folder.
 * Throws `StartError` for a folder that is in use, and for a backup that is damaged or of a newer version.
 */
export async function restoreBackup(config: Target, folder: string): Promise<string> {
  const { dataDir, databaseUrl } = config
  const manifest = await readManifest(folder)
  refuseNewer(folder, manifest)
  await (databaseUrl ? refuseFilled(databaseUrl) : refuseOccupied(dataDir))
  refuseOtherSecret(config, folder, manifest)
  refuseOtherStore(config, manifest)
  for await (const _ of checkedFiles(folder, manifest));
  await refuseOtherBucket(config, folder, manifest)
  if (databaseUrl) {
    await restoreFiles(config, folder, dataDir, manifest)
    await restoreInto(databaseUrl, folder, manifest, asCopy)
    return restored('the database of DATABASE_URL', folder, manifest)
  }
  openDataFolder(dataDir)
  const restoring = join(dataDir, restoringFolder)
  mkdirSync(restoring, { mode: 0o700 })
  try {
    await restoreFiles(config, folder, restoring, manifest)
    await withRestored(restoring, folder, manifest, asCopy)
    if (await stat(join(folder, secretFile)).catch(() => null))
      await writeSummed(join(restoring, secretFile), readFrom(join(folder, secretFile)))
    // All that took minutes.
    await refuseOccupied(dataDir, restoringFolder)
  } catch (error) {
    removeRestored(restoring)
    throw error
  }
  // The database last: without it Backstall does not start while the folder of the restore is there.
  const others = readdirSync(restoring).filter((name) => name !== 'database')
  for (const name of [...others, 'database']) {
    const place = join(dataDir, name)
    if (existsSync(place))
      throw new StartError(`${place} appeared during the restore. Nothing is overwritten: empty ${dataDir} and restore again.`)
    renameSync(join(restoring, name), place)
  }
  removeRestored(restoring)
  syncFolder(dataDir)
  return restored(dataDir, folder, manifest)
}

async function asCopy(client: CopyClient): Promise<void> {
  // Browsers start afresh, as the positions since the backup are given again.
  await client.query('update installation set epoch = $1', [randomBytes(9).toString('base64url')])
  await client.query(`delete from settings where key = 'backupEvery'`)
}

/** Throws unless the data folder is missing, or empty but for the folder of this restore. */
async function refuseOccupied(dataDir: string, mine?: string): Promise<void> {
  // A file system of its own has that folder from the beginning.
  if (!existsSync(dataDir) || readdirSync(dataDir).every((name) => name === 'lost+found' || name === mine)) return
  if (existsSync(join(dataDir, 'database', 'place.json')) && (await findPostmaster(openPlace(dataDir, findBinaries()))))
    throw new StartError(`Backstall, or its database, runs on ${dataDir}. Stop it, move the folder away, and restore into an empty one.`)
  throw new StartError(`${dataDir} (DATA_DIR) is not empty. Move it away, or set DATA_DIR to an empty folder: nothing is overwritten.`)
}

function refuseOtherSecret({ sessionSecret }: Target, folder: string, { secret }: Manifest): void {
  const present = sessionSecret ?? secretIfReadable(folder)
  if (present !== null && fingerprintOf(present) === secret) return
  const what = present === null ? 'SESSION_SECRET is missing' : 'SESSION_SECRET is another one'
  throw new StartError(
    `${what}: second factors and secrets of webhooks in this backup can be read only with the one that Backstall had then. Set that one.`,
  )
}

function refuseOtherStore({ storage }: Target, { bucket }: Manifest): void {
  if (bucket === null || storage.kind === 's3') return
  throw new StartError(`The files of this backup are in the bucket ${bucket}. Set STORAGE_URL to it.`)
}

/** Throws unless the files of a bucket are in the configured one: it may be a copy with another name. */
async function refuseOtherBucket({ storage: target }: Target, folder: string, { bucket }: Manifest): Promise<void> {
  if (bucket === null || target.kind !== 's3' || target.bucket === bucket) return
  const storage = await openStorage(target)
  for await (const lines of linesOf(join(folder, listFile)))
    await inParallel(lines, async (line) => {
      const { path }: Named = JSON.parse(line)
      if (mayVanish(path)) return
      const { stream } = await storage.get(path).catch((error: unknown) => {
        if (!(error instanceof StorageError && error.reason === 'object-not-found')) throw error
        throw new StartError(`The files of this backup are in the bucket ${bucket}, and ${target.bucket} (STORAGE_URL) lacks ${path}.`)
      })
      stream.destroy()
    })
}

/** Puts the files into the configured store: a folder in the data folder, unless STORAGE_URL names another. */
async function restoreFiles({ dataDir, storage: target }: Target, folder: string, restoring: string, { bucket }: Manifest): Promise<void> {
  if (bucket !== null) return
  const isInside = target.kind === 'file' && target.folder === join(dataDir, 'files')
  const storage = await openStorage(isInside ? { kind: 'file', folder: join(restoring, 'files') } : target)
  for await (const lines of linesOf(join(folder, listFile)))
    await inParallel(lines, async (line) => {
      const { path, contentType }: Named = JSON.parse(line)
      const place = join(folder, inFiles(path))
      // A file that the store had lost before the backup is listed, but not in the backup.
      if (!(await stat(place).catch(() => null))) return
      const sum = await sumOf(readFrom(place))
      await storage.put(path, readFrom(place), { contentType, ...sum }).catch((error: unknown) => unlessSame(storage, path, sum, error))
    })
}

/** A store outside the data folder may still have the file. Throws `StartError` if it has another one of that name. */
async function unlessSame(storage: Storage, path: string, { sha256 }: Sum, error: unknown): Promise<void> {
  if (!(error instanceof StorageError && error.reason === 'unauthorized')) throw error
  const there = await sumOf((await storage.get(path)).stream)
  if (there.sha256 !== sha256)
    throw new StartError(
      `The file store (STORAGE_URL) has ${path} already, with another content. Nothing is overwritten: use an empty store.`,
    )
}

async function restored(target: string, folder: string, { at, files }: Manifest): Promise<string> {
  const lost = await lostOf(folder)
  return [
    `Restored into ${target}: the state of ${at}, with ${files.count} files. Start Backstall now. All people sign in again.`,
    'Its schedule of backups is off: turn it on in Settings → Backups once this installation is the one in use.',
    ...(lost.length === 0 ? [] : ['These files were lost or damaged before the backup:', ...lost]),
  ].join('\n')
}
