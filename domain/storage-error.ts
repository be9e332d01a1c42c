/** What can go wrong with a stored file, as the specification names it (spec §8), each with its sentence. */
export const storageErrors = {
  unknown: 'The file store failed for a reason it did not tell.',
  'object-not-found': 'This file does not exist.',
  'bucket-not-found': 'The bucket that should hold the files does not exist.',
  'quota-exceeded': 'There is no space left for files.',
  unauthenticated: 'The file store does not know who is asking.',
  unauthorized: 'The file store does not allow this.',
  'unauthorized-app': 'The file store does not accept the credentials of this installation.',
  'retry-limit-exceeded': 'The file store could not be reached in the time allowed.',
  'invalid-checksum': 'The file arrived damaged. Send it again.',
  canceled: 'The transfer was cancelled.',
  'invalid-url': 'The address of the file store is not valid.',
  'invalid-default-bucket': 'The name of the bucket is not valid.',
  'no-default-bucket': 'No bucket is named.',
  'invalid-argument': 'This is not the path of a file.',
  'app-deleted': 'The file store is closed.',
  'invalid-format': 'The content is not what was announced.',
  'internal-error': 'The file store failed. Try again in a little while.',
  'unsupported-environment': 'Files cannot be kept here.',
} as const

export type StorageCode = keyof typeof storageErrors

/** The storage code for an HTTP status; `unknown` or `internal-error` where the specification defines none (spec §8). */
export function storageCodeOf(status: number): StorageCode {
  if (status === 401) return 'unauthenticated'
  if (status === 402) return 'quota-exceeded'
  if (status === 403) return 'unauthorized'
  if (status === 404) return 'object-not-found'
  return status >= 500 ? 'internal-error' : 'unknown'
}

/**
 * The HTTP status that the server answers with. Trouble between server and store is never a 401 or 403: those would send the person to
 * sign-in, which changes nothing.
 */
export function storageStatusOf(code: StorageCode): number {
  if (code === 'object-not-found') return 404
  if (code === 'quota-exceeded') return 402
  if (code === 'invalid-argument') return 400
  // Cancelled on purpose: no fault, and nothing to retry.
  if (code === 'canceled') return 409
  if (code === 'invalid-checksum' || code === 'invalid-format') return 422
  return code === 'retry-limit-exceeded' || code === 'internal-error' ? 503 : 500
}

/** A file could not be stored, read or removed. `code` is `storage/<code>`; `cause` is the last failure. */
export class StorageError extends Error {
  readonly code: `storage/${StorageCode}`
  readonly reason: StorageCode

  constructor(reason: StorageCode, options?: { cause?: unknown }) {
    super(storageErrors[reason], options)
    this.reason = reason
    this.code = `storage/${reason}`
  }
}

/** True for answers that a retry may change: 5xx, 408 and 429 (spec §9). */
export const isRetried = (status: number): boolean => status >= 500 || status === 408 || status === 429
