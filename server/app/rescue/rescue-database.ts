import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RescueApp } from '#server/app/rescue/commands.ts'
import type { Config } from '#server/platform/config.ts'
import type { Address } from '#server/platform/database/database.ts'
import { connect } from '#server/platform/database/database.ts'
import { findBinaries } from '#server/platform/database/embedded/binaries.ts'
import { addressOf } from '#server/platform/database/embedded/embedded.ts'
import { openPlace } from '#server/platform/database/embedded/place.ts'
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { StartError } from '#server/platform/start-error.ts'
import { readSettings } from '#server/settings/read-settings.ts'

/** Runs a command on the database of the configuration, with the settings in it. */
export async function onDatabase<Result>(config: Config, run: (app: RescueApp) => Promise<Result>): Promise<Result> {
  await using database = await rescueDatabase(config)
  await using pool = connect(database.address, 2)
  const settings = await readSettings(pool.db)
  // Commands sign nothing and need neither epoch nor currency of the installation.
  const unused = { sessionSecret: '', epoch: '', currency: '', timeZone: 'UTC' }
  return await run({ config: { ...config, ...unused }, sql: pool.sql, db: pool.db, settings: { current: () => settings } })
}

/**
 * The database for a command from the shell: the one that a running Backstall uses, else the one of the data folder, which is locked while
 * the command runs. Throws `StartError` if Backstall was never started.
 */
export async function rescueDatabase(config: Config): Promise<{ address: Address } & AsyncDisposable> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl) return at(databaseUrl)
  if (!existsSync(join(dataDir, 'database', 'place.json')))
    throw new StartError(`There is no database in ${dataDir} yet. Start Backstall once, or set the DATA_DIR it runs with.`)
  const place = openPlace(dataDir, findBinaries())
  const running = await findPostmaster(place)
  if (running?.ready) return at(addressOf(place, running))
  const fail = (reason: unknown) => {
    throw reason
  }
  const { address, stop } = await openDatabase(config, { log: () => {}, onLost: fail })
  return at(address, stop)
}

const at = (address: Address, stop = async () => {}) => ({ address, [Symbol.asyncDispose]: stop })
