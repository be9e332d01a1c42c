import type { StorageTarget } from '#server/platform/config.ts'
import { openDiskStorage } from '#server/platform/files/disk-storage.ts'
import type { Storage } from '#server/platform/files/storage.ts'

/** Opens the configured file store. Throws `StorageError` if it cannot be used. */
export async function openStorage(target: StorageTarget): Promise<Storage> {
  if (target.kind === 'file') return openDiskStorage(target.folder)
  // Loaded only for S3, because the SDK is heavy.
  const { openS3Storage } = await import('#server/platform/files/s3-storage.ts')
  return openS3Storage(target)
}
