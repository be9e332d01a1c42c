import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { AppError } from '#domain/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const opens = (char: number) => char === 0x7b || char === 0x5b
const closes = (char: number) => char === 0x7d || char === 0x5d

/**
 * The reason why this text may not be parsed, or null: its brackets are nested deeper than any valid input, which could exhaust the stack,
 * or it has so many lists, objects and fields that reading them takes long.
 */
function problemIn(text: string): 'json-too-deep' | 'json-too-many-parts' | null {
  const { depthMax, partsMax } = limits.request
  let depth = 0
  let parts = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === quote) quoted = !quoted
    else if (quoted) at += char === backslash ? 1 : 0
    else if (closes(char)) depth--
    else if (opens(char) || char === colon) {
      if (char !== colon && ++depth > depthMax) return 'json-too-deep'
      if (++parts > partsMax) return 'json-too-many-parts'
    }
  }
  return null
}

/** Matches a number that may have more digits than a double stores, or be too near to zero. */
const longNumber = /[\d.]{17}|\d[eE]-\d{3}/

/** The significant digits, and the place of the decimal point among them: the same for `1.50`, `1.5` and `15e-1`. */
function digitsOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const counted = digits.replace(/0+$/, '')
  return `${counted} ${counted === '' ? 0 : Number(exponent) - fraction.length + digits.length}`
}

/** Reads a number that would be rounded as NaN: every schema refuses that, so no digit is lost unnoticed. */
function notRounded(_: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value !== 'number' || source === undefined || digitsOf(source) === digitsOf(String(value)) ? value : Number.NaN
}

/**
 * The value in a JSON body; an empty body is `undefined`, a number that would be rounded is `NaN`. Throws `invalid-argument` for invalid
 * JSON, or if it is nested too deep or has too many parts.
 */
export function parseJson(text: string): unknown {
  if (text === '') return undefined
  const problem = problemIn(text)
  if (problem) throw new AppError('invalid-argument', refusalText(problem))
  try {
    return longNumber.test(text) ? JSON.parse(text, notRounded) : JSON.parse(text)
  } catch {
    throw new AppError('invalid-argument', refusalText('not-json'))
  }
}

/** True if the request declares a body longer than this. */
export const declaresLonger = ({ headers }: IncomingMessage, bytesMax: number): boolean => Number(headers['content-length'] ?? 0) > bytesMax

const { bodyBytesMax, bodyMs, anonymousBodyBytesMax, anonymousBodyMs } = limits.request
/** How large a body may be, and how long it may take (ms). */
export type BodyLimits = { bytesMax: number; ms: number }
/** For a caller with a session or a key, and for all others. */
export const authenticated: BodyLimits = { bytesMax: bodyBytesMax, ms: bodyMs }
export const anonymous: BodyLimits = { bytesMax: anonymousBodyBytesMax, ms: anonymousBodyMs }

/** Reads a whole body as text. Throws `too-large`, `too-slow`, or `invalid-argument` if it breaks off or is not UTF-8. */
export function readBody(request: IncomingMessage, { bytesMax, ms }: BodyLimits): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const chunks: Buffer[] = []
  let size = declaresLonger(request, bytesMax) ? Number.POSITIVE_INFINITY : 0
  const patience = setTimeout(() => reject(new AppError('too-slow')), ms)
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    // The rest is read and dropped, so that the client can read the answer.
    if (size > bytesMax) reject(new AppError('too-large'))
    else chunks.push(chunk)
  })
  request.on('end', () => {
    const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
    // Decoding would turn each invalid byte into U+FFFD and lose it unnoticed.
    if (isUtf8(body)) resolve(body.toString('utf8'))
    else reject(new AppError('invalid-argument', refusalText('not-utf8')))
  })
  const brokeOff = () => request.complete || reject(new AppError('invalid-argument', refusalText('request-broke-off')))
  if (request.destroyed) brokeOff()
  request.on('close', brokeOff)
  return promise.finally(() => clearTimeout(patience))
}
