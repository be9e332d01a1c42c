import { existsSync } from 'node:fs'
import { access, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import {
  backupsIn,
  format,
  lostFile,
  type Manifest,
  manifestFile,
  nameAt,
  partialOf,
  removePartials,
  type Table,
} from '#server/backups/manifest.ts'
import { mayVanish, type Named, namedFiles } from '#server/backups/named-files.ts'
import { linesOf, openSums, readFrom, type Sum, sumOf, sumsFile, writeSummed } from '#server/backups/sums.ts'
import { findSequences, findTables, pathOfTable, saveTable, sumTable } from '#server/backups/tables.ts'
import type { Config } from '#server/platform/config.ts'
import { secretFile, secretIfReadable } from '#server/platform/data-folder.ts'
import { fingerprintOf } from '#server/platform/database/assert-secret.ts'
import { type CopyClient, openCopyClient } from '#server/platform/database/copy-client.ts'
import { locks } from '#server/platform/database/locks.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import type { Hosts } from '#server/platform/database-address.ts'
import { fileOrNull, type Storage } from '#server/platform/files/storage.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { makeFolder } from '#server/platform/make-folder.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { StartError } from '#server/platform/start-error.ts'
import { syncFolder } from '#server/platform/sync-folder.ts'

type Source = { config: Pick<Config, 'dataDir' | 'storage' | 'sessionSecret'>; database: Pick<Hosts, 'hosts'>; storage: Storage }
/** `alive` is called between two files. */
type Pace = { signal?: AbortSignal | undefined; alive?: (() => void) | undefined }

export type Made = Manifest & { folder: string }

/** The files that the tables name, a line of JSON for each. */
export const listFile = 'files.jsonl'

/** Where the files of the store are inside a backup. */
export const inFiles = (path: string): string => `files/${path}`

/**
 * Makes a backup in a new folder inside `into`, while Backstall runs or not: all tables as of one moment, then every file that they name.
 * Until it is whole its folder has another name. A file that the last backup there has, too, is linked if it still has its content. Throws
 * `StartError` if another backup is being made, and without the session secret that the database is used with.
 */
export async function makeBackup(
  { config, database, storage }: Source,
  into: string,
  { signal, alive = () => {} }: Pace = {},
): Promise<Made> {
  await makeFolder(into).catch((error) => {
    throw new StartError(`The folder ${into} for backups cannot be made: ${codeOf(error)}.`)
  })
  await using client = await openCopyClient(database)
  // Before the moment whose state is saved, so that none of its files is removed (`isBackupRunning`).
  const { rows } = await client.query<{ isMine: boolean }>(`select pg_try_advisory_lock(${locks.backup}) as "isMine"`)
  if (!rows[0]?.isMine) throw new StartError('Another backup is being made already.')
  await client.query('begin isolation level repeatable read read only')
  const about = await describe(client)
  const secret = await assertSameSecret(client, config)
  await removePartials(into, about.installation)
  const [last] = await backupsIn(into, about.installation)
  const folder = join(into, nameAt(about.at))
  const partial = `${folder}${partialOf(about.installation)}`
  await mkdir(partial, { mode: 0o700 })
  try {
    const sums = await openSums(partial)
    const manifest = await fill(client, { config, storage, partial, last: last?.folder, sums, secret }, { signal, alive }).finally(
      sums.close,
    )
    await complete(partial, folder, { format, ...about, ...manifest })
    return { format, ...about, ...manifest, folder }
  } catch (error) {
    const wasRemoved = !existsSync(join(partial, sumsFile))
    await rm(partial, { recursive: true, force: true })
    if (!wasRemoved) throw error
    throw new StartError(`The backup was removed while it was made: ${partial} is gone. Does another installation use this folder?`)
  }
}

type Sums = Awaited<ReturnType<typeof openSums>>
type Filling = Pick<Source, 'config' | 'storage'> & { partial: string; last: string | undefined; sums: Sums; secret: string }

/** Writes everything but the manifest. The tables are of one moment; their transaction ends before the files are copied. */
async function fill(
  client: CopyClient,
  { config, storage, partial, last, sums, secret }: Filling,
  pace: Pace,
): Promise<Omit<Manifest, keyof About>> {
  const bucket = config.storage.kind === 's3' ? config.storage.bucket : null
  await saveSecret(config, secret, partial, sums.add)
  const tables = await saveTables(client, partial, sums.add, pace)
  const sequences = await findSequences(client)
  await sums.add({ path: listFile, ...(await saveList(client, partial)) })
  await client.query('commit')
  const copied = await saveFiles({ storage, isRemote: bucket !== null, partial, last }, sums.add, pace)
  return { tables, sequences, bucket, ...copied, secret, sums: await sums.seal() }
}

type About = Pick<Manifest, 'format' | 'version' | 'installation' | 'at' | 'migrations'>

async function describe(client: CopyClient): Promise<Omit<About, 'format'>> {
  const { rows } = await client.query<{ at: Date; installation: Date; migrations: string[] }>(`
    select clock_timestamp() as at, (select created_at from installation) as installation,
      array(select created_at::text from drizzle.__drizzle_migrations order by created_at) as migrations`)
  const [row] = rows
  if (!row?.installation) throw new StartError('There is nothing to back up yet: Backstall was never started here.')
  const { version }: { version: string } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'))
  return { version, installation: row.installation.toISOString(), at: row.at.toISOString(), migrations: row.migrations.map(Number) }
}

type Add = Sums['add']

/** Returns the fingerprint of the session secret. Throws `StartError` for another one than the database is used with: no restore would accept it. */
async function assertSameSecret(client: CopyClient, { dataDir, sessionSecret }: Source['config']): Promise<string> {
  const present = sessionSecret ?? secretIfReadable(dataDir)
  // An older version has no such column.
  const { rows } = await client.query<{ used: string | null }>(
    `select to_jsonb(installation) ->> 'secret_fingerprint' as used from installation`,
  )
  const mine = present && fingerprintOf(present)
  if (mine && mine === (rows[0]?.used ?? mine)) return mine
  throw new StartError(
    `SESSION_SECRET ${mine ? 'is not the one that this database is used with' : 'is missing'}. Set the one that the server has: a backup without it could not be restored.`,
  )
}

/** Saves the secret of the data folder, if it is the one in use; one from the environment is only identified. */
async function saveSecret({ dataDir }: Source['config'], secret: string, partial: string, add: Add): Promise<void> {
  const stored = secretIfReadable(dataDir)
  if (stored !== null && fingerprintOf(stored) === secret)
    await add({ path: secretFile, ...(await writeSummed(join(partial, secretFile), readFrom(join(dataDir, secretFile)))) })
}

async function saveTables(client: CopyClient, partial: string, add: Add, { signal, alive }: Pace): Promise<Table[]> {
  const tables: Table[] = []
  for (const table of await findTables(client)) {
    signal?.throwIfAborted()
    tables.push({ ...table, ...(await sumTable(client, table)) })
    await add({ path: pathOfTable(table.name), ...(await saveTable(client, table, partial, signal)) })
    alive?.()
  }
  return tables
}

/** Saves which files the tables name, so that the transaction need not stay open while they are copied. */
async function saveList(client: CopyClient, partial: string): Promise<Sum> {
  async function* lines() {
    for await (const files of namedFiles(async (text, values) => (await client.query(text, values)).rows))
      yield Buffer.from(files.map((each) => `${JSON.stringify(each)}\n`).join(''))
  }
  return writeSummed(join(partial, listFile), Readable.from(lines()))
}

type Store = { storage: Storage; isRemote: boolean; partial: string; last: string | undefined }

/** Copies the files of the list. Those of a bucket stay there. */
async function saveFiles({ isRemote, ...store }: Store, add: Add, { signal, alive }: Pace): Promise<Pick<Manifest, 'files' | 'lost'>> {
  const files = { count: 0, bytes: 0 }
  const lost: string[] = []
  for await (const lines of linesOf(join(store.partial, listFile))) {
    const named: Named[] = lines.map((line) => JSON.parse(line))
    const sums = isRemote ? named : await inParallel(named, (file) => saveFile(store, file, signal))
    for (const [at, sum] of sums.entries()) {
      const { path = '' } = named[at] ?? {}
      if (sum) files.count += 1
      else if (!mayVanish(path)) lost.push(path)
      files.bytes += sum?.bytes ?? 0
      if (sum?.sha256 && !isRemote) await add({ path: inFiles(path), bytes: sum.bytes ?? 0, sha256: sum.sha256 })
    }
    alive?.()
  }
  await add({ path: lostFile, ...(await writeSummed(join(store.partial, lostFile), Readable.from(lost.map((path) => `${path}\n`)))) })
  return { files, lost: lost.length }
}

/** Links a file from the last backup or copies it from the store; null if the store has lost or damaged it. */
async function saveFile({ storage, partial, last }: Omit<Store, 'isRemote'>, named: Named, signal?: AbortSignal): Promise<Sum | null> {
  signal?.throwIfAborted()
  const place = join(partial, inFiles(named.path))
  const linked = last && (await linkFile(storage, named, join(last, inFiles(named.path)), place))
  if (linked) return linked
  const found = await fileOrNull(storage, named.path)
  if (!found) return null
  const sum = await writeSummed(place, found.stream, signal)
  if (named.sha256 === null || sum.sha256 === named.sha256) return sum
  await rm(place)
  return null
}

/** A path is written once, so the last backup has its content, unless that was damaged since. */
async function linkFile(storage: Storage, { path, sha256 }: Named, former: string, place: string): Promise<Sum | null> {
  if (mayVanish(path) || !(await stat(former).catch(() => null))) return null
  const [sum, expected] = await Promise.all([sumOf(readFrom(former)), sha256 ?? sumInStore(storage, path)])
  if (sum.sha256 !== expected) return null
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  // A file system without links gets a copy.
  return link(former, place).then(
    () => sum,
    () => writeSummed(place, readFrom(former)),
  )
}

async function sumInStore(storage: Storage, path: string): Promise<string | null> {
  const found = await fileOrNull(storage, path)
  return found && (await sumOf(found.stream)).sha256
}

/** Writes what the backup says about itself through to the disk, and only then gives it its name. */
async function complete(partial: string, folder: string, manifest: Manifest): Promise<void> {
  await access(join(partial, sumsFile))
  await writeFile(join(partial, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`, { flag: 'wx', mode: 0o600, flush: true })
  syncFolder(partial)
  await rename(partial, folder)
  syncFolder(dirname(folder))
}
