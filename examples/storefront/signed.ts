import { createHmac, timingSafeEqual } from 'node:crypto'

const encoded = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
const signatureOf = (text: string, key: string) => createHmac('sha256', key).update(text).digest()

/** Content that passes through the buyer's browser, signed so that it cannot be changed there, nor used for another purpose. */
export const signed = (content: object, purpose: string, key: string): string =>
  `${encoded(content)}.${signatureOf(`${purpose}.${encoded(content)}`, key).toString('base64url')}`

/** The content, or null if it was not signed for this purpose with this key. */
export function readSigned<Content>(text: string, purpose: string, key: string): Content | null {
  const [content = '', signature = ''] = text.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(`${purpose}.${content}`, key)
  return given.length === expected.length && timingSafeEqual(given, expected) ? JSON.parse(String(Buffer.from(content, 'base64url'))) : null
}

/** A JSON Web Token by HS256 (RFC 7519): header and claims, and the signature of both. */
export function webToken(claims: object, key: string): string {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${signatureOf(text, key).toString('base64url')}`
}
