import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { type Part, type PartName, takePart } from '#server/platform/files/parts.ts'

/**
 * The bytes of one request, the part of the upload that came in earlier requests, and the announced hash of the whole. Without a `part` the
 * upload ends with its request.
 */
export type Sending = { content: Readable; part: Part | null; key: string | null; sha256: string | null }

/** An upload in one piece without an announced hash. */
export const inOnePiece = (content: Readable): Sending => ({ content, part: null, key: null, sha256: null })

/** The address and headers of an upload; query and headers as they came. */
export type Announced = { method: string; headers: IncomingHttpHeaders; query: { upload?: unknown }; body: unknown }

/** Passes the content of a request to `use`; the upload is free for the next request when `use` is done. Throws `invalid-argument`. */
export async function withSending<T>(
  app: App,
  about: Omit<PartName, 'key'>,
  request: Announced,
  use: (sending: Sending) => Promise<T>,
): Promise<T> {
  const { headers, body } = request
  const sending = { ...inOnePiece(body instanceof Readable ? body : Readable.from([])), sha256: digestIn(headers) }
  const key = keyIn(request.query)
  if (key === null) return use(sending)
  const part = await takePart(app, { ...about, key }, request.method === 'PATCH' ? offsetIn(headers) : 0, sending.content)
  return use({ ...sending, part, key }).finally(part.release)
}

const invalid = (field: string) => new AppError('invalid-argument', { field })

/** The key that the sender gave this upload, to resume it by; null without one. Throws `invalid-argument`. */
export function keyIn({ upload }: { upload?: unknown }): string | null {
  if (upload === undefined) return null
  if (typeof upload === 'string' && /^[\w-]{16,64}$/.test(upload)) return upload
  throw invalid('upload')
}

/** The offset of a further part, in bytes. */
export function offsetIn(headers: IncomingHttpHeaders): number {
  const given = String(headers['upload-offset'] ?? '')
  if (/^\d{1,12}$/.test(given)) return Number(given)
  throw invalid('Upload-Offset')
}

/** The SHA-256 of the whole file from `Repr-Digest` (RFC 9530), in hexadecimal; null if it is missing. Other algorithms are ignored. */
function digestIn(headers: IncomingHttpHeaders): string | null {
  const [, given] = /(?:^|,)\s*sha-256=([^,]*)/.exec(String(headers['repr-digest'] ?? '')) ?? []
  if (given === undefined) return null
  const [, coded] = /^:([A-Za-z0-9+/]{43}=):\s*$/.exec(given) ?? []
  if (coded === undefined) throw invalid('Repr-Digest')
  return Buffer.from(coded, 'base64').toString('hex')
}
