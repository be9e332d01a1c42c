import { type Config, ConfigError, environment, readConfig } from '#server/platform/config.ts'
import { errorToLog } from '#server/platform/error-to-log.ts'
import { StartError } from '#server/platform/start-error.ts'

type Command = (config: Config, args: readonly string[], signal: AbortSignal) => Promise<string>

/** Runs a command from the shell and prints its result, or why it failed. An interruption aborts `signal`. */
export async function runCommand(command: Command): Promise<void> {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => ending.abort())
  try {
    console.log(await command(readConfig(environment()), process.argv.slice(2), ending.signal))
  } catch (error) {
    console.error(error instanceof StartError || error instanceof ConfigError ? error.message : errorToLog(error))
    process.exit(1)
  }
}
