import type { ProductImage } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'

/** The address of the smallest stored version of at least this width, in pixels. */
export function thumbnailOf(image: ProductImage, width: number = limits.image.thumbnailWidths[1]): string {
  const fitting = limits.image.thumbnailWidths.find((made) => made >= width && image.thumbnails[made])
  return (fitting && image.thumbnails[fitting]) || image.url
}
