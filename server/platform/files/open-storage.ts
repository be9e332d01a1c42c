import type { StorageTarget } from '#server/platform/config.ts'
import { openDiskStorage } from '#server/platform/files/disk-storage.ts'
import type { Storage } from '#server/platform/files/storage.ts'

/** Opens the file store that the configuration names. Throws `StorageError` if it cannot be used at all. */
export async function openStorage(target: StorageTarget): Promise<Storage> {
  if (target.kind === 'file') return openDiskStorage(target.folder)
  // The SDK is heavy: only who uses S3 loads it.
  const { openS3Storage } = await import('#server/platform/files/s3-storage.ts')
  return openS3Storage(target)
}
