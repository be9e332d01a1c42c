import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** The purpose of a secret: a secret sealed for one cannot be used for another. */
type Purpose = 'second factor' | 'webhook' | 'sign-in' | 'widget'

const keyOf = (sessionSecret: string, purpose: Purpose): Buffer =>
  Buffer.from(hkdfSync('sha256', sessionSecret, '', `backstall ${purpose}`, 32))

/** Encrypts a secret, so that the database alone, without the session secret, does not reveal it. */
export function seal(secret: Buffer, sessionSecret: string, purpose: Purpose = 'second factor'): string {
  const nonce = randomBytes(nonceBytes)
  const sealing = createCipheriv(cipher, keyOf(sessionSecret, purpose), nonce)
  return Buffer.concat([nonce, sealing.update(secret), sealing.final(), sealing.getAuthTag()]).toString('base64url')
}

/** The decrypted secret; null if it was not sealed, or was sealed with another session secret. */
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
