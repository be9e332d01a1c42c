import { ConfigError, environment, readConfig } from '#server/platform/config.ts'
import { openDataFolder } from '#server/platform/data-folder.ts'
import { connect } from '#server/platform/database/database.ts'
import { migrateUnderLock } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { openInstallation } from '#server/platform/database/open-installation.ts'
import { surviveUnwritableLog } from '#server/platform/error-to-log.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { requireSharp } from '#server/platform/files/require-sharp.ts'
import { StartError } from '#server/platform/start-error.ts'
import { claimFolder, clearFolder, demoVersion, writeMark } from './folder.ts'
import { makeMarketplace, password } from './make.ts'
import { fullSize } from './size.ts'

/**
 * Makes the marketplace in `DATA_DIR`, in a separate process, so that its memory is freed before the server starts. Removes an earlier demo
 * there; refuses a folder that holds anything else.
 */
async function main(): Promise<void> {
  requireSharp()
  const config = readConfig(environment())
  const started = performance.now()
  await clearFolder(config.dataDir)
  claimFolder(config.dataDir)
  openDataFolder(config.dataDir)
  const database = await openDatabase(config, { log: console.log, onLost: giveUp })
  const { db, close } = connect(database.address, 4)
  const end = async () => {
    await close()
    await database.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => end().then(() => process.exit(1), giveUp))
  try {
    const { timeZone, currency } = await migrateUnderLock(database.address, () => openInstallation(db, config))
    const place = { db, storage: await openStorage(config.storage), config: { supportEmail: config.supportEmail, timeZone, currency } }
    const now = Date.now()
    const cast = await makeMarketplace(place, { size: fullSize, now, folder: config.dataDir, say: console.log })
    const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
    writeMark(config.dataDir, { state: 'ready', version: demoVersion, day, password, cast })
  } finally {
    await end()
  }
  console.log(`Made in ${Math.round((performance.now() - started) / 1000)} s.`)
}

function giveUp(error: unknown): never {
  const meant = error instanceof StartError || error instanceof ConfigError
  console.error(meant ? error.message : error)
  process.exit(1)
}

surviveUnwritableLog()
main().catch(giveUp)
