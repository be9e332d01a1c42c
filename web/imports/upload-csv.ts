import { limits } from '#domain/limits.ts'
import { ProductImport } from '#domain/product-import.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { refusalIn } from '#web/platform/uploads/refusal-in.ts'
import { NetworkFailure, type Send, sendFile } from '#web/platform/uploads/send-file.ts'

const megabytes = limits.import.bytesMax / (1024 * 1024)

/** Uploads a CSV file; its dry run starts automatically. Throws an `Error` with a sentence, or the signal's reason when cancelled. */
export async function uploadCsv(file: File, about: Parameters<Send>[2], send: Send = sendFile): Promise<ProductImport> {
  if (file.size > limits.import.bytesMax) throw new Error(t('imports.choose.tooLarge', { name: file.name, megabytes }))
  const answer = await send(`/api/imports?name=${encodeURIComponent(file.name)}`, file, about).catch((failure: unknown) => {
    throw failure instanceof NetworkFailure ? new Error(t('imports.choose.offline')) : failure
  })
  if (answer.status === 200) return ProductImport.parse(answer.body)
  throw new Error(refusalIn(answer.body)?.error ?? t('imports.choose.offline'))
}
