import { hash, randomBytes } from 'node:crypto'
import { limits } from '#server/platform/limits/limits.ts'
import { inBase32 } from '#server/second-factor/totp.ts'

/** Codes are typed by hand: case, spaces and dashes do not matter. */
const plain = (code: string) => code.toUpperCase().replace(/[^A-Z2-7]/g, '')

/** A plain hash is enough for 80 random bits, which cannot be guessed. */
export const hashOfRecovery = (code: string): string => hash('sha256', `recovery\n${plain(code)}`, 'base64url')

/** New codes, four groups of four letters each. */
export const newRecovery = (): string[] =>
  Array.from({ length: limits.account.recoveryCodes }, () => (inBase32(randomBytes(10)).match(/.{4}/g) ?? []).join('-').toLowerCase())
