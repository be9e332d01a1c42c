import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '#domain/limits.ts'
import type { App } from '#server/platform/app.ts'

type Config = Pick<App['config'], 'publicUrl' | 'sessionSecret'>

/** Cookies are limited to https only if the public address is https. */
export const secureCookies = (config: Pick<Config, 'publicUrl'>): boolean => config.publicUrl?.startsWith('https:') ?? false

/** The full name of one of Backstall's cookies, with its prefix. */
export const cookieNameOf = (config: Pick<Config, 'publicUrl'>, name: string): string =>
  `${secureCookies(config) ? '__Secure-' : ''}backstall.${name}`

/**
 * A Set-Cookie header. Scripts cannot read the cookie, and requests from other sites do not carry it, except links. `maxAge` in seconds, 0
 * clears the cookie.
 */
export const setCookie = (config: Pick<Config, 'publicUrl'>, name: string, value: string, maxAge: number): string =>
  `${cookieNameOf(config, name)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${secureCookies(config) ? '; Secure' : ''}; SameSite=Lax`

/** The values of this name in a Cookie header; several are possible, as another site of the same domain can add one. */
export function cookieValues(header: string | undefined, name: string): string[] {
  if (!header?.includes(name)) return []
  return header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
}

const signatureOf = (token: string, secret: string): Buffer => createHmac('sha256', secret).update(token).digest()

/** The session token in a signed cookie value (`token.signature`, HMAC-SHA-256 in base64); null if the signature is wrong. */
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
  const right = signatureOf(token, secret)
  return given.length === right.length && timingSafeEqual(given, right) ? token : null
}

/** The session tokens with a valid signature in a Cookie header. */
export const tokensIn = (config: Config, header: string | undefined): string[] =>
  cookieValues(header, cookieNameOf(config, 'session_token')).flatMap((value) => tokenIn(value, config.sessionSecret) ?? [])

/** The Set-Cookie header of a session, in the form that `tokenIn` reads. */
export const sessionCookie = (config: Config, token: string): string => {
  const value = `${token}.${signatureOf(token, config.sessionSecret).toString('base64')}`
  return setCookie(config, 'session_token', encodeURIComponent(value), limits.session.lifeMs / 1000)
}

/** The Set-Cookie header that removes the session from a browser. */
export const noSessionCookie = (config: Pick<Config, 'publicUrl'>): string => setCookie(config, 'session_token', '', 0)
