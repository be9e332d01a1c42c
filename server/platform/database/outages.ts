import { TimeLimitError } from '#server/platform/database/time-limit.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** The string or number under this key of any value; empty if there is none. */
export const textOf = (value: unknown, key: string): string => {
  const found = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/**
 * The first code along the chain of causes, as drizzle wraps errors; empty if there is none. If closing failed as well (`await using`), the failure
 * before it counts first.
 */
export function codeOf(error: unknown, depth = 0): string {
  const code = textOf(error, 'code')
  // A missing socket, not a missing file.
  if (code === 'ENOENT' && textOf(error, 'syscall') === 'connect') return 'ECONNREFUSED'
  if (code || depth > 4 || !(error instanceof Error)) return code
  if (error instanceof SuppressedError) return codeOf(error.suppressed, depth + 1) || codeOf(error.error, depth + 1)
  return codeOf(error.cause, depth + 1)
}

/** No space on a disk: the codes of PostgreSQL, of the system and of the file store. */
const noSpace = /^(53100|ENOSPC|EDQUOT|storage\/quota-exceeded)$/
/** A deadlock or a serialization failure: PostgreSQL rolled one of two transactions back, so it may be repeated. */
const rolledBack = /^(40P01|40001)$/
const { retryAfter } = limits.database

export type Outage = { codes: RegExp; sentence: string; retryAfter?: number }

/** Unreachable, shutting down, out of connections or failing over. It may be back at once, so there is no `retryAfter`. */
export const outOfReach: Outage = {
  codes: /^(CONNECT|08|57P0|53300|25006)|^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/,
  sentence: 'the database or the file store cannot be reached',
}
/** A statement, its wait for a lock or its wait for a connection took too long. */
const tooLate: Outage = { codes: /^(57014|55P03|CONNECTION_POOL_TIMEOUT)$/, sentence: 'the database takes too long', retryAfter }
/** Why the database or the file store fails at the moment, as the log names it. Clients get `retryAfter` in seconds. */
const outages: readonly Outage[] = [
  tooLate,
  outOfReach,
  { codes: noSpace, sentence: 'no space is left on the disk of the database or of the files', retryAfter },
  { codes: /^53200$/, sentence: 'the database is out of memory', retryAfter },
  { codes: /^58030$/, sentence: 'the disk of the database fails', retryAfter },
  { codes: rolledBack, sentence: 'the database undid this in favour of another change', retryAfter },
]
/** The outage that caused this error, if any. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof TimeLimitError) return tooLate
  const code = codeOf(error)
  return outages.find(({ codes }) => codes.test(code))
}

/** Whether a write failed because a disk is full. */
export const isOutOfSpace = (error: unknown): boolean => noSpace.test(codeOf(error))

/** Whether the database rolled a transaction back in favour of another. */
export const wasRolledBack = (error: unknown): boolean => rolledBack.test(codeOf(error))
