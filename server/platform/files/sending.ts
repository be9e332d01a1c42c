import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { type Part, type PartName, takePart } from '#server/platform/files/parts.ts'

/**
 * The bytes of one request, the part of the upload that came in requests before it, and what the whole shall be.
 * Without a `part` the upload is over with its request.
 */
export type Sending = { content: Readable; part: Part | null; key: string | null; sha256: string | null }

/** An upload in one piece of which nothing was announced. */
export const inOnePiece = (content: Readable): Sending => ({ content, part: null, key: null, sha256: null })

/** What an upload's address and headers say; query and headers as they came. */
export type Announced = { method: string; headers: IncomingHttpHeaders; query: { upload?: unknown }; body: unknown }

/** What a request sends that is the whole upload. Throws `invalid-argument` for a sum that is none. */
const wholeOf = ({ headers, body }: Pick<Announced, 'headers' | 'body'>): Sending => ({
  ...inOnePiece(body instanceof Readable ? body : Readable.from([])),
  sha256: digestIn(headers),
})

/** Reads what a request sends, and hands it on; the upload is free for the next request when `use` is through. */
export async function withSending<T>(
  app: App,
  about: Omit<PartName, 'key'>,
  request: Announced,
  use: (sending: Sending) => Promise<T>,
): Promise<T> {
  const sending = wholeOf(request)
  const key = keyIn(request.query)
  if (key === null) return use(sending)
  const part = await takePart(app, { ...about, key }, request.method === 'PATCH' ? offsetIn(request.headers) : 0, sending.content)
  return use({ ...sending, part, key }).finally(part.release)
}

const invalid = (field: string) => new AppError('invalid-argument', { field })

/** The name that the sender gave this upload, so that he can go on with it; null if he gave none. Throws `invalid-argument`. */
export function keyIn({ upload }: { upload?: unknown }): string | null {
  if (upload === undefined) return null
  if (typeof upload === 'string' && /^[\w-]{16,64}$/.test(upload)) return upload
  throw invalid('upload')
}

/** Where a further part begins, in bytes. */
export function offsetIn(headers: IncomingHttpHeaders): number {
  const given = String(headers['upload-offset'] ?? '')
  if (/^\d{1,12}$/.test(given)) return Number(given)
  throw invalid('Upload-Offset')
}

/** The SHA-256 of the whole file as `Repr-Digest` says it (RFC 9530), in hexadecimal; null if it is not told. Other algorithms say nothing here. */
function digestIn(headers: IncomingHttpHeaders): string | null {
  const [, given] = /(?:^|,)\s*sha-256=([^,]*)/.exec(String(headers['repr-digest'] ?? '')) ?? []
  if (given === undefined) return null
  const [, coded] = /^:([A-Za-z0-9+/]{43}=):\s*$/.exec(given) ?? []
  if (coded === undefined) throw invalid('Repr-Digest')
  return Buffer.from(coded, 'base64').toString('hex')
}
