import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { say } from '#domain/shape-texts.ts'
import { eachOnce } from '#domain/text.ts'

/** A stored image as a product names it (spec §3: url, path, name). */
export const ProductImage = z.object({
  url: z.string(),
  path: z.string(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  /** Addresses of the thumbnails by width in pixels. */
  thumbnails: z.record(z.string(), z.string()),
})
export type ProductImage = z.infer<typeof ProductImage>

/** `products/{productId}/{index}_{filename}` (spec §7). Names that are made here are simpler than those of an import. */
export const ImagePath = z
  .string()
  .max(600)
  .regex(/^products\/[\w.:~-]+\/\d+_[\p{L}\p{M}\p{N}\w .,()+@=&!'~-]*[\p{L}\p{M}\p{N}\w)-]$/u, say('image-path'))

/** `avatars/{userId}/{id}.{ending}`: a profile picture. */
export const AvatarPath = z
  .string()
  .max(300)
  .regex(/^avatars\/[\w.:~-]+\/[\w.-]+$/, say('picture-path'))

/** `logos/{id}_{filename}`: the logo of the marketplace. */
export const LogoPath = z
  .string()
  .max(300)
  .regex(/^logos\/[\w.-]+$/, say('image-path'))

/** The images of a product in order; the first is the cover. */
export const ImagePaths = z
  .array(ImagePath)
  .max(limits.image.max, say('image-list-full', { max: limits.image.max }))
  .refine(...eachOnce('image-twice'))
