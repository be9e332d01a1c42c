import type { AttachmentType } from '#domain/chat.ts'
import { AppError } from '#domain/errors.ts'
import type { ImageType } from '#domain/image-types.ts'
import { inNfc } from '#domain/text.ts'
import { limits } from '#server/platform/limits/limits.ts'

/** The file name extensions of each type; the first is added if none fits. */
const endings: Record<ImageType | AttachmentType, readonly string[]> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/gif': ['.gif'],
}
const anyEnding = new RegExp(`(${Object.values(endings).flat().join('|').replaceAll('.', '\\.')})$`, 'i')

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused here
const forbidden = /[/\\\u0000-\u001f\u007f]/

/** The name a seller gave a picture or another file, for display. Throws `file-name` for one that could lead elsewhere (product §3). */
export function checkFileName(name: unknown, field = 'images'): string {
  const given = typeof name === 'string' ? inNfc(name.trim()) : ''
  const leads = given === '' || /^\.+$/.test(given) || forbidden.test(given) || !given.isWellFormed()
  if (leads || given.length > limits.image.nameMax) throw new AppError('file-name', { field })
  return given
}

/** The name as the end of a path: plain characters only, with an extension that fits the content. */
export function nameInPath(name: string, type: ImageType | AttachmentType): string {
  const fits = endings[type].find((ending) => name.toLowerCase().endsWith(ending))
  const ending = fits ? name.slice(-fits.length) : (endings[type][0] ?? '')
  const stem = name
    .replace(anyEnding, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w-]+/g, '-')
  return `${stem.replace(/^-+|-+$/g, '').slice(0, limits.image.nameInPathMax) || (type === 'application/pdf' ? 'document' : 'picture')}${ending}`
}

/** The Content-Disposition by which a file is shown in place or saved, under its own name; in ASCII for old programs (RFC 6266). */
export function disposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\w. -]/g, '_')
  const coded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${how}; filename="${plain}"; filename*=UTF-8''${coded}`
}
