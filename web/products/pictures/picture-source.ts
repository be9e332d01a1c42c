import { ProductImage } from '#domain/image.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { type UploadAbout, uploadFile } from '#web/platform/uploads/upload-file.ts'
import { openPictures, type Pictures } from '#web/products/pictures/pictures.ts'

/** The pictures of a form with real uploads: those the product names, and stored ones that it does not name yet. */
export function picturesOf(already: readonly ProductImage[], arrived: readonly ProductImage[] = []): Pictures {
  return openPictures(
    {
      upload: uploadImage,
      discard: (id, path) => client.products.discardImage({ id, path }),
      preview: (file) => URL.createObjectURL(file),
      forget: (preview) => URL.revokeObjectURL(preview),
    },
    already,
    arrived,
  )
}

/** Uploads one picture of a product. Throws `UploadError`, or the signal's reason when cancelled. */
function uploadImage(productId: string, file: File, about: UploadAbout): Promise<ProductImage> {
  const url = `/api/products/${encodeURIComponent(productId)}/images?name=${encodeURIComponent(file.name)}`
  return uploadFile(url, file, (body) => ProductImage.parse(body), about)
}
