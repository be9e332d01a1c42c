import { isRetried, type StorageCode, StorageError, storageCodeOf } from '#domain/storage-error.ts'

const byName: Record<string, StorageCode> = {
  NoSuchKey: 'object-not-found',
  NotFound: 'object-not-found',
  NoSuchBucket: 'bucket-not-found',
  InvalidBucketName: 'invalid-default-bucket',
  AccessDenied: 'unauthorized',
  AllAccessDisabled: 'app-deleted',
  AccountProblem: 'app-deleted',
  InvalidAccessKeyId: 'unauthorized-app',
  SignatureDoesNotMatch: 'unauthorized-app',
  CredentialsProviderError: 'unauthenticated',
  ExpiredToken: 'unauthenticated',
  InvalidToken: 'unauthenticated',
  QuotaExceeded: 'quota-exceeded',
  XMinioStorageFull: 'quota-exceeded',
  BadDigest: 'invalid-checksum',
  XAmzContentSHA256Mismatch: 'invalid-checksum',
  AbortError: 'canceled',
  NotImplemented: 'unsupported-environment',
}

/** A property that the SDK adds to its errors. */
const read = (error: unknown, key: string): unknown => (typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined)

/** The HTTP status of the store's answer, or null if there was none. */
function statusOf(error: unknown): number | null {
  const status = read(read(error, '$metadata'), 'httpStatusCode')
  return typeof status === 'number' ? status : null
}

const noAnswer = /^(E[A-Z]+|EAI_AGAIN|TimeoutError)$/

/** The error by the store's own name for it, if that is a final answer. */
const named = (error: unknown): StorageCode | undefined => byName[String(read(error, 'Code'))] ?? byName[String(read(error, 'name'))]

/** True if another attempt may help: 5xx, 408, 429, or no answer (spec §9). */
export function isWorthRetrying(error: unknown): boolean {
  if (named(error)) return false
  const status = statusOf(error)
  if (status !== null) return isRetried(status)
  return noAnswer.test(String(read(error, 'code'))) || noAnswer.test(String(read(error, 'name')))
}

/** The storage error of a failure of the store (spec §8), with the last cause in it. */
export function s3Error(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const known = named(error)
  if (known) return new StorageError(known, { cause: error })
  if (isWorthRetrying(error)) return new StorageError('retry-limit-exceeded', { cause: error })
  const status = statusOf(error)
  return new StorageError(status === null ? 'unknown' : storageCodeOf(status), { cause: error })
}
