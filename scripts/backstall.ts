import { readCommand } from '#server/app/rescue/commands.ts'
import { rescueDatabase } from '#server/app/rescue/rescue-database.ts'
import { ConfigError, environment, readConfig } from '#server/platform/config.ts'
import { connect } from '#server/platform/database/database.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import { StartError } from '#server/platform/start-error.ts'
import { readSettings } from '#server/settings/read-settings.ts'

/**
 * `npm run backstall -- make-admin|reset-password|reset-second-factor|test-mail <e-mail>` and `rebuild-sales`: rescue commands for the
 * shell, whether Backstall is running or not.
 */
async function main(): Promise<void> {
  const run = readCommand(process.argv.slice(2))
  const config = readConfig(environment())
  const database = await rescueDatabase(config)
  const { sql, db, close } = connect(database.address, 2)
  try {
    const settings = await readSettings(db)
    // Commands sign nothing and need neither epoch nor currency of the installation.
    const unused = { sessionSecret: '', epoch: '', currency: '', timeZone: 'UTC' }
    console.log(await run({ config: { ...config, ...unused }, sql, db, settings: { current: () => settings } }))
  } finally {
    await close()
    await database.stop()
  }
}

main().catch((error: unknown) => {
  const meant = error instanceof StartError || error instanceof ConfigError
  console.error(meant ? error.message : `This did not work: ${messageOf(error)}`)
  process.exit(1)
})
