import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** What a secret is for: what was sealed as one thing cannot be passed off as another. */
type Purpose = 'second factor' | 'webhook'

const keyOf = (sessionSecret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', `backstall ${purpose}`, 32))

/** Makes a secret unreadable for who has the database but not the session secret. */
export function seal(secret: Buffer, sessionSecret: string, purpose: Purpose = 'second factor'): string {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, keyOf(sessionSecret, purpose), nonce)
  return Buffer.concat([nonce, sealing.update(secret), sealing.final(), sealing.getAuthTag()]).toString('base64url')
}

/** The secret again; null if it was sealed with another session secret, or not at all. */
export function unseal(sealed: string, sessionSecret: string, purpose: Purpose = 'second factor'): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const opening = createDecipheriv(cipher, keyOf(sessionSecret, purpose), bytes.subarray(0, nonceBytes))
    opening.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()])
  } catch {
    return null
  }
}
