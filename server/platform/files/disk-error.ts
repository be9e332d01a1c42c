import { type StorageCode, StorageError } from '#domain/storage-error.ts'
import { codeOf } from '#server/platform/database/outages.ts'

const byCode: Record<string, StorageCode> = {
  ENOENT: 'object-not-found',
  ENOTDIR: 'object-not-found',
  EISDIR: 'object-not-found',
  ENOSPC: 'quota-exceeded',
  EDQUOT: 'quota-exceeded',
  EACCES: 'unauthorized',
  EPERM: 'unauthorized',
  EROFS: 'unauthorized',
  EEXIST: 'unauthorized',
  ENAMETOOLONG: 'invalid-argument',
  EIO: 'internal-error',
  EMFILE: 'internal-error',
  ENFILE: 'internal-error',
  ABORT_ERR: 'canceled',
  ERR_STREAM_PREMATURE_CLOSE: 'canceled',
  ECONNRESET: 'canceled',
}

/** The storage error of a disk failure (spec §8); the system's own error is the cause. */
export function diskError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  return new StorageError(byCode[codeOf(error)] ?? 'unknown', { cause: error })
}
