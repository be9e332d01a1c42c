import { createHmac, randomBytes } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepSeconds = 30
const digits = 6
/** 160 bits, as RFC 4226 §4 recommends. */
const secretBytes = 20

/** Base32 without padding, the form of authenticator apps (RFC 4648 §6). */
export function inBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export const newSecret = (): Buffer => randomBytes(secretBytes)

/** The number of the half minute at `ms`, counted from 1970. */
export const stepAt = (ms: number): number => Math.floor(ms / 1000 / stepSeconds)

/** The code of a half minute (RFC 6238 with SHA-1 and six digits, which every app supports). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 0xf
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The half minute of a code: the present one or a neighbour, as clocks differ; null for any other code. */
export function stepOf(secret: Buffer, code: string, now: number): number | null {
  const present = stepAt(now)
  return [present, present - 1, present + 1].find((step) => codeOf(secret, step) === code) ?? null
}

/** The content of the QR code (Key URI format of authenticator apps). */
export function uriOf(secret: Buffer, issuer: string, email: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  const about = `secret=${inBase32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`
  return `otpauth://totp/${label}?${about}`
}
