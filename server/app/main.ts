import type { Running } from '#server/app/start.ts'
import { type Config, ConfigError, environment, readConfig } from '#server/platform/config.ts'
import { errorToLog, surviveUnwritableLog } from '#server/platform/error-to-log.ts'
import { openLog } from '#server/platform/log.ts'
import { StartError } from '#server/platform/start-error.ts'

const log = { info: (line: string) => console.log(line), warn: (line: string) => console.warn(line) }
const stopMs = 20_000
/** The exit status of what another start does not mend (EX_CONFIG of sysexits): a service manager need not try again. */
const wrongConfiguration = 78
const isLasting = (error: unknown) => error instanceof ConfigError || (error instanceof StartError && error.lasting)

/** Logs the reason and exits. An unexpected error shows its stack; a sentence for the operator does not need one. */
function giveUp(error: unknown, what = 'Backstall cannot start.', status = isLasting(error) ? wrongConfiguration : 1): never {
  const meant = error instanceof StartError || error instanceof ConfigError
  console.error(meant ? `${what}\n${error.message}` : errorToLog(error))
  process.exit(status)
}

/**
 * Stops a running node cleanly. One that is still starting on DATABASE_URL ends at once: it may be waiting for the database or for another node
 * that migrates it, and PostgreSQL rolls back what it began. With the embedded database the start is waited for, because that has to be stopped.
 */
function stopOnSignals(running: Promise<Running>, { databaseUrl }: Config): void {
  let stopping = false
  let isStarting = true
  running.finally(() => (isStarting = false)).catch(() => {})
  const stop = async (signal: string) => {
    // Ctrl-C reaches this process twice, from the terminal and through npm.
    if (stopping) return
    stopping = true
    log.info(`Stopping (${signal}).`)
    setTimeout(() => giveUp(new Error(`Stopping took longer than ${stopMs / 1000} seconds.`)), stopMs).unref()
    if (!databaseUrl || !isStarting) await (await running).stop()
    log.info('Stopped.')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => stop(signal).catch((error) => giveUp(error)))
}

async function main(): Promise<void> {
  const config = readConfig(environment())
  openLog(config)
  if (config.bench) log.warn('BENCH=1: LIMITS ARE LIFTED. ANYBODY MAY TRY PASSWORDS AS OFTEN AS THEY LIKE. FOR MEASURING ONLY.')
  // Imported only now, because it takes seconds from cold files: a wrong setting is reported at once.
  const { startBackstall } = await import('#server/app/start.ts')
  const starting = startBackstall(config, log, (reason) => giveUp(reason, 'Backstall has lost its database and ends.', 1))
  stopOnSignals(starting, config)
  const { address } = await starting
  log.info(`Backstall is ready on ${address}`)
}

surviveUnwritableLog()
// Through the log, which masks; Node itself would print them as they are.
for (const fault of ['uncaughtException', 'unhandledRejection'])
  process.on(fault, (error: unknown) => giveUp(error, 'Backstall ends after an unexpected error.', 1))
main().catch((error) => giveUp(error))
