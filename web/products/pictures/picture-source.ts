import type { ProductImage } from '#domain/image.ts'
import { client } from '#web/platform/rpc/rpc.ts'
import { openPictures, type Pictures } from '#web/products/pictures/pictures.ts'
import { uploadImage } from '#web/products/pictures/upload-image.ts'

/** The pictures of a form with real uploads: those the product names, and stored ones that it does not name yet. */
export function picturesOf(already: readonly ProductImage[], arrived: readonly ProductImage[] = []): Pictures {
  return openPictures(
    {
      upload: (productId, file, about) => uploadImage(productId, file, about),
      discard: (id, path) => client.products.discardImage({ id, path }),
      preview: (file) => URL.createObjectURL(file),
      forget: (preview) => URL.revokeObjectURL(preview),
    },
    already,
    arrived,
  )
}
