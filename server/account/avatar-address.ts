import { limits } from '#domain/limits.ts'
import { thumbnailPath } from '#server/images/image-paths.ts'

/** The address of a person's picture at the smallest width. */
export const avatarOf = (path: string | null): string | null =>
  path === null ? null : `/files/${thumbnailPath(path, Math.min(...limits.image.thumbnailWidths))}`
