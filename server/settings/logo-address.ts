import { limits } from '#domain/limits.ts'
import type { PublicSettings, Settings } from '#domain/settings.ts'
import { thumbnailPath } from '#server/images/image-paths.ts'

/** Where the logo is found, small: no screen shows it larger than the widest thumbnail. */
export const logoOf = (logo: Settings['logo']): PublicSettings['logo'] =>
  logo && { url: `/files/${thumbnailPath(logo.path, Math.max(...limits.image.thumbnailWidths))}`, width: logo.width, height: logo.height }
