import { readCommand } from '#server/app/rescue/commands.ts'
import { ChecksFailing } from '#server/app/rescue/doctor.ts'
import { ConfigError, environment, readConfig } from '#server/platform/config.ts'
import { messageOf } from '#server/platform/events/error-log.ts'
import { StartError } from '#server/platform/start-error.ts'

/** `npm run backstall -- …`: commands for the shell, whether Backstall is running or not. Without arguments it prints them. */
async function main(): Promise<void> {
  const run = readCommand(process.argv.slice(2))
  console.log(await run(readConfig(environment())))
}

main().catch((error: unknown) => {
  const meant = error instanceof StartError || error instanceof ConfigError
  const print = error instanceof ChecksFailing ? console.log : console.error
  print(meant ? error.message : `This did not work: ${messageOf(error)}`)
  process.exit(1)
})
