import { exportCommand } from '#server/app/rescue/export-command.ts'
import { ConfigError, environment, readConfig } from '#server/platform/config.ts'
import { errorToLog } from '#server/platform/error-to-log.ts'
import { StartError } from '#server/platform/start-error.ts'

/** `npm run export -- <folder> [--with-password-hashes [--yes]]`, whether Backstall is running or not. */
async function main(): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort())
  console.log(await exportCommand(readConfig(environment()), process.argv.slice(2), ending.signal))
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError || error instanceof ConfigError ? error.message : errorToLog(error))
  process.exit(1)
})
