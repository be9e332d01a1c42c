import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

const keyOf = (sessionSecret: string): Buffer => Buffer.from(hkdfSync('sha256', sessionSecret, '', 'backstall second factor', 32))

/** Makes a secret unreadable for who has the database but not the session secret. */
export function seal(secret: Buffer, sessionSecret: string): string {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, keyOf(sessionSecret), nonce)
  return Buffer.concat([nonce, sealing.update(secret), sealing.final(), sealing.getAuthTag()]).toString('base64url')
}

/** The secret again; null if it was sealed with another session secret, or not at all. */
export function unseal(sealed: string, sessionSecret: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const opening = createDecipheriv(cipher, keyOf(sessionSecret), bytes.subarray(0, nonceBytes))
    opening.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()])
  } catch {
    return null
  }
}
