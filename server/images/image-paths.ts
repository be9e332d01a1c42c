import { and, isNotNull, isNull } from 'drizzle-orm'
import type { ProductImage } from '#domain/image.ts'
import { files } from '#server/platform/database/tables/files.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** The owners of the logo and of a person's picture in the table `files`. */
export const logoOwner = 'setting:logo'
export const avatarOwner = ({ id }: { id: string }): string => `avatar:${id}`

/** The path of a thumbnail in the store. */
export const thumbnailPath = (path: string, width: number): string => `thumbnails/${width}/${path}.webp`

/** The address of a person's picture at the smallest width; null without one. */
export const avatarAt = (path: string | null): string | null =>
  path === null ? null : `/files/${thumbnailPath(path, Math.min(...limits.image.thumbnailWidths))}`

/** The paths of all files stored for a picture. */
export const storedPaths = (path: string): string[] => [path, ...limits.image.thumbnailWidths.map((width) => thumbnailPath(path, width))]

/** The condition that a file is stored and not released. */
export const isStored = and(isNotNull(files.storedAt), isNull(files.releasedAt))
/** The columns of a stored picture that are shown. */
export const shownColumns = { path: files.path, name: files.name, width: files.width, height: files.height }

export type StoredImage = { path: string; name: string; width: number | null; height: number | null }

/** A stored picture in the shape of a product image (spec §3), with URLs on this site. */
export const imageOf = ({ path, name, width, height }: StoredImage): ProductImage => ({
  url: `/files/${encodeURI(path)}`,
  path,
  name,
  width: width ?? 0,
  height: height ?? 0,
  thumbnails: Object.fromEntries(limits.image.thumbnailWidths.map((each) => [each, `/files/${encodeURI(thumbnailPath(path, each))}`])),
})
