import { limits } from '#domain/limits.ts'
import { ProductImport } from '#domain/product-import.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { refusalIn } from '#web/platform/uploads/refusal-in.ts'
import { NetworkFailure, type Send, sendFile } from '#web/platform/uploads/send-file.ts'
import { UploadError } from '#web/platform/uploads/upload-file.ts'

const megabytes = limits.import.bytesMax / (1024 * 1024)

const refused = (code: string, sentence: string) => new UploadError(code, sentence, { again: false })

/** Uploads a CSV file; its dry run starts automatically. Throws an `UploadError`, or the signal's reason when cancelled. */
export async function uploadCsv(file: File, about: Parameters<Send>[2], send: Send = sendFile): Promise<ProductImport> {
  if (file.size > limits.import.bytesMax) throw refused('csv-too-large', t('imports.choose.tooLarge', { name: file.name, megabytes }))
  const answer = await send(`/api/imports?name=${encodeURIComponent(file.name)}`, file, about).catch((failure: unknown) => {
    throw failure instanceof NetworkFailure ? refused('offline', t('imports.choose.offline')) : failure
  })
  if (answer.status === 200) return ProductImport.parse(answer.body)
  const { code, error } = refusalIn(answer.body) ?? { code: 'unavailable', error: t('imports.choose.offline') }
  throw refused(code, error)
}
