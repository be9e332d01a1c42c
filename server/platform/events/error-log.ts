import { outageOf } from '#server/platform/database/outages.ts'
import { withoutValue } from '#server/platform/error-to-log.ts'

/** Where the server logs what an operator should know, such as the console. */
export type Log = { info: (line: string) => void; warn: (line: string) => void }

export type ErrorLog = { failed: (error: unknown) => void; recovered: () => void }

/**
 * Logs a failure once per change of the error, and the recovery once, regardless of the number of attempts. An outage is one error: a full
 * disk names another file each time, and a database that comes back has another message every second.
 */
export function openErrorLog(log: Log, what: string): ErrorLog {
  let last: unknown = null
  return {
    failed: (error) => {
      const message = messageOf(error)
      const kind = outageOf(error) ?? message
      if (kind !== last) log.warn(`${what} fails: ${message}`)
      last = kind
    },
    recovered: () => {
      if (last !== null) log.info(`${what} works again.`)
      last = null
    },
  }
}

/** The message of an error in one line; drizzle hides the database's message behind the statement. */
export function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof AggregateError) return messageOf(cause.errors[0])
  return cause instanceof Error ? withoutValue(cause) : String(cause)
}
