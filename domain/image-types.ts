import { limits } from '#domain/limits.ts'

/** The content types of pictures (product §3). Separate from the shapes of `image.ts`, for screens that do not load them. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'] as const
export type ImageType = (typeof imageTypes)[number]

/** True if a picture of this size can be shown: no side is too long, and it is no thin strip, whose shorter side vanishes in thumbnails. */
export function isShowable({ width, height }: { width: number; height: number }): boolean {
  const longer = Math.max(width, height)
  return longer <= limits.image.sideMax && longer <= limits.image.ratioMax * Math.min(width, height)
}
