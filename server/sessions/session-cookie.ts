import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'

/** Cookies go over https only where the public address is https. */
export const secureCookies = (config: Pick<Config, 'publicUrl'>): boolean => config.publicUrl?.startsWith('https:') ?? false

/** Before the names of our cookies; the same prefix that better-auth puts there. */
export const cookieNameOf = (config: Pick<Config, 'publicUrl'>, name: string): string =>
  `${secureCookies(config) ? '__Secure-' : ''}backstall.${name}`

/** The values under this name in a Cookie header; another site of the same domain can add one, so there may be several. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (!header?.includes(name)) return []
  return header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
}

/** The session token in a signed cookie value (`token.signature`, HMAC-SHA-256 in base64, as better-auth writes it); null if the signature is not ours. */
export function tokenIn(value: string, secret: string): string | null {
  let plain: string
  try {
    plain = decodeURIComponent(value)
  } catch {
    return null
  }
  const dot = plain.lastIndexOf('.')
  const token = plain.slice(0, dot)
  if (dot < 1) return null
  const given = Buffer.from(plain.slice(dot + 1), 'base64')
  const right = createHmac('sha256', secret).update(token).digest()
  return given.length === right.length && timingSafeEqual(given, right) ? token : null
}
