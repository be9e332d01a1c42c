import { limits } from '#domain/limits.ts'
import { TimeLimitError } from '#server/platform/database/time-limit.ts'

/** The text or number of this name in a value of any kind; empty where there is none. */
export const textOf = (value: unknown, key: string): string => {
  const found = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}

/** The first code along the chain of causes that says more than "the query failed"; empty where there is none. */
export function codeOf(error: unknown, depth = 0): string {
  const code = textOf(error, 'code')
  // A socket that is not there, as opposed to a file.
  if (code === 'ENOENT' && textOf(error, 'syscall') === 'connect') return 'ECONNREFUSED'
  return code || depth > 4 || !(error instanceof Error) ? code : codeOf(error.cause, depth + 1)
}

/** No room on a disk: PostgreSQL's code, those of the system, and the file store's. */
const noSpace = /^(53100|ENOSPC|EDQUOT|storage\/quota-exceeded)$/
/** A deadlock, changes that do not go together: PostgreSQL took one of two transactions back as a whole, so it may be made again. */
const takenBack = /^(40P01|40001)$/
const { retryAfter } = limits.database

export type Outage = { codes: RegExp; said: string; retryAfter?: number }

/** Out of reach, shutting down, out of connections or switching over. It may be back at once, so nobody is told to wait. */
export const outOfReach: Outage = {
  codes: /^(CONNECT|08|57P0|53300|25006)|^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/,
  said: 'the database or the file store cannot be reached',
}
/** A statement, its wait for a lock or its wait for a connection took too long. */
const tooLate: Outage = { codes: /^(57014|55P03|CONNECTION_POOL_TIMEOUT)$/, said: 'the database takes too long', retryAfter }
/** Why the database or the file store cannot do its work at the moment, as the log says it. Clients are told to come back after `retryAfter` seconds. */
const outages: readonly Outage[] = [
  tooLate,
  outOfReach,
  { codes: noSpace, said: 'no space is left on the disk of the database or of the files', retryAfter },
  { codes: /^53200$/, said: 'the database is out of memory', retryAfter },
  { codes: /^58030$/, said: 'the disk of the database fails', retryAfter },
  { codes: takenBack, said: 'the database undid this in favour of another change', retryAfter },
]
/** The outage that this failure is a sign of, if it is one. */
export function outageOf(error: unknown): Outage | undefined {
  if (error instanceof TimeLimitError) return tooLate
  const code = codeOf(error)
  return outages.find(({ codes }) => codes.test(code))
}

/** Whether a write failed because a disk is full. */
export const isOutOfSpace = (error: unknown): boolean => noSpace.test(codeOf(error))

/** Whether the database undid all of a transaction so that another could end. */
export const wasTakenBack = (error: unknown): boolean => takenBack.test(codeOf(error))
