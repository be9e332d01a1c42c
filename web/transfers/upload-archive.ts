import { errors } from '#domain/errors.ts'
import { limits } from '#domain/limits.ts'
import { TransferRun } from '#domain/transfer-run.ts'
import { newKey } from '#web/platform/new-key.ts'
import { inBrowser, type UploadAbout, UploadError, uploadFile } from '#web/platform/uploads/upload-file.ts'

/**
 * Uploads the archive of an export. After a break it continues where it was, and so it does when the same file is chosen again after a
 * reload: its first key is made of the file. It has no checksum, as browsers compute one only of a file in memory; archives have their own.
 */
export async function uploadArchive(file: File, { majorUnits, ...about }: UploadAbout & { majorUnits: boolean }): Promise<TransferRun> {
  if (file.size > limits.archive.bytesMax) throw new UploadError('archive-too-large', errors['archive-too-large'].message, { again: false })
  const url = `/api/transfers?name=${encodeURIComponent(file.name)}${majorUnits ? '&majorUnits=true' : ''}`
  const keys = [`archive-${file.size}-${file.lastModified}-${majorUnits}`]
  return uploadFile(url, file, (body) => TransferRun.parse(body), about, {
    ...inBrowser,
    budgetMs: limits.archive.budgetMs,
    newKey: () => keys.pop() ?? newKey(),
    digest: async () => null,
    sizeOf: async () => null,
  })
}
