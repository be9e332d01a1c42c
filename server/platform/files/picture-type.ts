import type { ImageType } from '#domain/image-types.ts'

const startsWith = (content: Buffer, ...bytes: number[]) => bytes.every((byte, at) => content[at] === byte)
const textAt = (content: Buffer, at: number, length: number) => content.toString('latin1', at, at + length)

/** How many bytes at the start identify a file. */
export const signatureBytes = 32

/** The type of a file by its content, whatever its name and Content-Type; null if it is not an accepted picture (product §3). */
export function pictureType(content: Buffer): ImageType | null {
  if (startsWith(content, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(content, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (/^GIF8[79]a$/.test(textAt(content, 0, 6))) return 'image/gif'
  if (textAt(content, 0, 4) === 'RIFF' && textAt(content, 8, 4) === 'WEBP') return 'image/webp'
  // `mif1` files may contain AV1 pictures, too; then one of the compatible brands that follow names it.
  if (textAt(content, 4, 4) === 'ftyp' && /avi[fs]/.test(textAt(content, 8, signatureBytes - 8))) return 'image/avif'
  return null
}
