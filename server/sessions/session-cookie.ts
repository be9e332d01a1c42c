import { createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'

type Config = Pick<App['config'], 'publicUrl' | 'sessionSecret'>

/** Cookies are limited to https only if the public address is https. */
const secureCookies = (config: Pick<Config, 'publicUrl'>): boolean => config.publicUrl?.startsWith('https:') ?? false

/** The full name of one of Backstall's cookies. Browsers take a `__Host-` cookie only from this very host, over https, for all its paths. */
const cookieNameOf = (config: Pick<Config, 'publicUrl'>, name: string): string =>
  `${secureCookies(config) ? hostOnly : ''}backstall.${name}`
const hostOnly = '__Host-'

/**
 * The name over https before there were `__Host-` names. Other hosts of the same domain can set such a cookie, too. It can go thirty days (the life of
 * a session) after the upgrade.
 */
const formerNameOf = (name: string): string => `__Secure-backstall.${name}`

/** A Set-Cookie header. Scripts cannot read the cookie, and requests from other sites do not carry it, except links. `maxAge` in seconds. */
const line = (config: Pick<Config, 'publicUrl'>, fullName: string, value: string, maxAge: number): string =>
  `${fullName}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${secureCookies(config) ? '; Secure' : ''}; SameSite=Lax`

/** The Set-Cookie headers of a cookie: its own, and one that clears the former name if this Cookie header has it. */
export function setCookies(
  config: Pick<Config, 'publicUrl'>,
  header: string | undefined,
  name: string,
  value: string,
  maxAge: number,
): string[] {
  const former = formerNameOf(name)
  const isLeft = secureCookies(config) && header?.includes(`${former}=`)
  return [line(config, cookieNameOf(config, name), value, maxAge), ...(isLeft ? [line(config, former, '', 0)] : [])]
}

/**
 * The cookies of this name in a Cookie header, as `full name=value`; several are possible, as another site of the same domain can add one. Those under
 * the former name count only if there is none under the present one.
 */
export function cookiesIn(config: Pick<Config, 'publicUrl'>, header: string | undefined, name: string): string[] {
  const own = presentCookiesIn(config, header, name)
  return own.length > 0 || !secureCookies(config) ? own : under(formerNameOf(name), header)
}

/** The cookies under the present name alone: for those whose value another host could plant, as no signature binds it to the name. */
export const presentCookiesIn = (config: Pick<Config, 'publicUrl'>, header: string | undefined, name: string): string[] =>
  under(cookieNameOf(config, name), header)

const under = (fullName: string, header = ''): string[] =>
  header.includes(`${fullName}=`)
    ? header
        .split(';')
        .map((part) => part.trim())
        .filter((cookie) => cookie.startsWith(`${fullName}=`))
    : []

/** A `__Host-` name is signed with the token, so that the cookie of a session is worth nothing under the former name, which other hosts can set. */
const signatureOf = (token: string, secret: string, fullName: string): Buffer =>
  createHmac('sha256', secret)
    .update(fullName.startsWith(hostOnly) ? `${fullName}\n${token}` : token)
    .digest()

/** The session token in a signed cookie (`name=token.signature`, HMAC-SHA-256 in base64); null if the signature is wrong. */
export function tokenIn(cookie: string, secret: string): string | null {
  const equals = cookie.indexOf('=')
  let plain: string
  try {
    plain = decodeURIComponent(cookie.slice(equals + 1))
  } catch {
    return null
  }
  const dot = plain.lastIndexOf('.')
  const token = plain.slice(0, dot)
  if (dot < 1) return null
  const given = Buffer.from(plain.slice(dot + 1), 'base64')
  const right = signatureOf(token, secret, cookie.slice(0, equals))
  return given.length === right.length && timingSafeEqual(given, right) ? token : null
}

const session = 'session_token'

/** The session cookies in a Cookie header. */
export const sessionCookiesIn = (config: Pick<Config, 'publicUrl'>, header: string | undefined): string[] =>
  cookiesIn(config, header, session)

/** The session tokens with a valid signature in a Cookie header. */
export const tokensIn = (config: Config, header: string | undefined): string[] =>
  sessionCookiesIn(config, header).flatMap((cookie) => tokenIn(cookie, config.sessionSecret) ?? [])

/** The Set-Cookie headers of a session, in the form that `tokenIn` reads. */
export function sessionCookies(config: Config, header: string | undefined, token: string): string[] {
  const signature = signatureOf(token, config.sessionSecret, cookieNameOf(config, session)).toString('base64')
  return setCookies(config, header, session, encodeURIComponent(`${token}.${signature}`), limits.session.lifeMs / 1000)
}

/**
 * The Set-Cookie headers that give a session of before the `__Host-` names its present name. None for several sessions: one of them may have been
 * added by another site, and the person stays signed in under the former name. The former cookie stays for nodes of the former version; it counts no
 * more, and a sign-in or sign-out clears it.
 */
export function renamedSession(config: Config, header: string | undefined): string[] {
  const [cookie] = sessionCookiesIn(config, header)
  if (!cookie?.startsWith(formerNameOf(session))) return []
  const [token, ...others] = tokensIn(config, header)
  return token === undefined || others.length > 0 ? [] : sessionCookies(config, undefined, token)
}

/** The Set-Cookie headers that remove the session from a browser. */
export const noSessionCookies = (config: Pick<Config, 'publicUrl'>): string[] =>
  setCookies(config, `${formerNameOf(session)}=`, session, '', 0)
