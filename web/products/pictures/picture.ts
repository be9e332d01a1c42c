import type { ProductImage } from '#domain/image.ts'
import { imageTypes } from '#domain/image-types.ts'
import { limits } from '#domain/limits.ts'
import { thumbnailOf } from '#web/product-views/thumbnail.ts'

/** A picture in the form: chosen, uploading, or stored. */
export type Picture = {
  key: string
  name: string
  /** The address to show at once: of the file itself, or of the stored picture's thumbnail. */
  preview: string
  phase: 'waiting' | 'uploading' | 'pausing' | 'failed' | 'stored'
  /** The part of the bytes that was sent, from 0 to 1. */
  progress: number
  problem: string | null
  /** False where only another file can help. */
  again: boolean
  image: ProductImage | null
}

/** A picture that the product has already. */
export function storedPicture(image: ProductImage): Picture {
  return {
    key: image.path,
    name: image.name,
    preview: thumbnailOf(image),
    phase: 'stored',
    progress: 1,
    problem: null,
    again: true,
    image,
  }
}

export type FileProblem = 'image-type' | 'image-bytes' | 'too-many' | 'empty'

/** The problem with a file, if it can be found before it is sent, or null. The server checks the content. */
export function problemWith(file: File): FileProblem | null {
  const named = /\.(jpe?g|png|webp|avif|gif)$/i.test(file.name)
  const typed = file.type === '' ? named : (imageTypes as readonly string[]).includes(file.type)
  if (!typed) return 'image-type'
  if (file.size === 0) return 'empty'
  return file.size > limits.image.bytesMax ? 'image-bytes' : null
}
