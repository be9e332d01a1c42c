import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, manifestFile } from '#server/backups/manifest.ts'
import { findTables, loadTables, setSequences, sumTable } from '#server/backups/tables.ts'
import { type CopyClient, openCopyClient } from '#server/platform/database/copy-client.ts'
import type { Address } from '#server/platform/database/database.ts'
import { findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { addressOf } from '#server/platform/database/embedded/embedded.ts'
import { openPlace, removeSockets } from '#server/platform/database/embedded/place.ts'
import { readPlaceFile } from '#server/platform/database/embedded/place-file.ts'
import { startPostmaster, stopPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { knownMigrations, migrateUnderLock } from '#server/platform/database/migrate.ts'
import { hostsOf } from '#server/platform/database-address.ts'
import { StartError } from '#server/platform/start-error.ts'

/** Throws `StartError` for a backup of a version with migrations that this one does not know. */
export function refuseNewer(folder: string, { version, migrations }: Manifest): void {
  const newest = Math.max(...knownMigrations().map(({ folderMillis }) => folderMillis))
  if (migrations.some((each) => each > newest))
    throw new StartError(`The backup in ${folder} was made by a newer version of Backstall (${version}). Use that version or a later one.`)
}

type Use = (client: CopyClient) => Promise<void>

/**
 * Makes the database of a new data folder from a backup: the tables as the version of the backup had them, its rows, compared with what the
 * backup says of them, and then the migrations since. Runs `use` on it and stops it. Throws `StartError` for rows that differ.
 */
export async function withRestored(dataDir: string, folder: string, manifest: Manifest, use: Use): Promise<void> {
  const place = openPlace(dataDir, findBinaries())
  try {
    await restoreInto(addressOf(place, await startPostmaster(place, { max_wal_size: '2GB' })), folder, manifest, use)
  } finally {
    await stopPostmaster(place)
    removeSockets(place)
  }
}

/** The same in the empty database of DATABASE_URL. */
export async function restoreInto(address: Address, folder: string, manifest: Manifest, use: Use): Promise<void> {
  await migrateUnderLock(address, async () => {}, Math.max(...manifest.migrations))
  await using client = await openCopyClient(hostsOf(address))
  await fillFrom(client, folder, manifest)
  await migrateUnderLock(address, async () => {})
  await use(client)
}

/** Throws `StartError` if this database holds anything, or if its role may not load tables without their triggers. */
export async function refuseFilled(databaseUrl: string): Promise<void> {
  await using client = await openCopyClient(hostsOf(databaseUrl))
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') limit 1`,
  )
  if (rows[0])
    throw new StartError(`The database of DATABASE_URL has a table ${rows[0].name} already. Nothing is overwritten: make an empty one.`)
  await client.query('set session_replication_role = replica').catch(() => {
    throw new StartError(
      'The role of DATABASE_URL may not load tables without their triggers. Restore as a superuser, or let one run: GRANT SET ON PARAMETER session_replication_role TO <role>.',
    )
  })
}

/** Fills an empty database of the version of a backup, and compares it with what the backup says of its tables. */
export async function fillFrom(client: CopyClient, folder: string, { tables, sequences }: Manifest): Promise<void> {
  await loadTables(client, tables, folder)
  await setSequences(client, sequences)
  const named = new Map(tables.map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of await findTables(client)) {
    const missing = named.has(name) ? columns.find((column) => !named.get(name)?.includes(column)) : name
    if (missing) throw new StartError(`The backup in ${folder} is damaged: ${manifestFile} does not name ${missing} of the database.`)
  }
  for (const table of tables) {
    const { rows, checksum } = await sumTable(client, table)
    const what = `${table.name} has ${rows} rows`
    if (rows !== table.rows) throw new StartError(`The backup in ${folder} is damaged: restored, ${what}, and had ${table.rows}.`)
    if (checksum !== table.checksum) throw new StartError(`The backup in ${folder} is damaged: restored, ${what} with another content.`)
  }
}

/** Removes a data folder that was made for a backup, with a database that lives elsewhere. */
export function removeRestored(dataDir: string): void {
  const database = join(dataDir, 'database')
  const elsewhere = existsSync(join(database, 'place.json')) ? readPlaceFile(database).elsewhere : null
  for (const each of [elsewhere, dataDir]) if (each) rmSync(each, { recursive: true, force: true })
}
