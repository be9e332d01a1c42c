import { createHmac } from 'node:crypto'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { cookiesIn, setCookies } from '#server/sessions/session-cookie.ts'

type Config = Pick<App['config'], 'publicUrl' | 'sessionSecret'>

/** Proves that this account has signed in on this device; it cannot be made without the session secret. */
const tagOf = (config: Config, email: string) =>
  createHmac('sha256', config.sessionSecret).update(`device\n${email}`).digest().subarray(0, 18).toString('base64url')

const tagsIn = (config: Config, header: string | undefined) =>
  cookiesIn(config, header, 'device').flatMap((cookie) => cookie.slice(cookie.indexOf('=') + 1).split('~'))

/** True if this account has signed in on this device before (product §10, limits). */
export const knowsDevice = (config: Config, cookie: string | undefined, email: string): boolean =>
  tagsIn(config, cookie).includes(tagOf(config, email))

/** The Set-Cookie headers that make the device known for this account, in addition to the accounts it was known for before. */
export function deviceCookies(config: Config, cookie: string | undefined, email: string): string[] {
  const tag = tagOf(config, email)
  const others = tagsIn(config, cookie).filter((other) => other !== tag && /^[\w-]{24}$/.test(other))
  const tags = [tag, ...others].slice(0, limits.signIn.accountsPerDevice).join('~')
  return setCookies(config, cookie, 'device', tags, limits.signIn.deviceMs / 1000)
}
