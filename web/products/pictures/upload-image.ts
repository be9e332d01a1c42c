import { ProductImage } from '#domain/image.ts'
import { type UploadAbout, type UploadDependencies, uploadFile } from '#web/platform/uploads/upload-file.ts'

/** Uploads one picture of a product. Throws `UploadError`, or the signal's reason when cancelled. */
export function uploadImage(productId: string, file: File, about: UploadAbout, dependencies?: UploadDependencies): Promise<ProductImage> {
  const url = `/api/products/${encodeURIComponent(productId)}/images?name=${encodeURIComponent(file.name)}`
  return uploadFile(url, file, (body) => ProductImage.parse(body), about, dependencies)
}
