import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { AppError } from '#domain/errors.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { timesWithin } from '#server/platform/log-rarely.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { askSystem, isForbidden } from '#server/webhooks/addresses.ts'
import { get } from '#server/webhooks/post.ts'

const { jwksKeptMs, jwksAgainMs, jwksMs, jwksBytesMax } = limits.widget

const unread = { status: null, answer: '', error: refusalText('keys-need-https') }

/** Over plain http, anyone on the way could put a key of theirs into the answer. */
const isUnsafe = (url: string, allowPrivate: boolean): boolean => !allowPrivate && new URL(url).protocol !== 'https:'

/** Throws `private-address`, and `invalid-argument` for an address without https, unless the settings allow private networks. */
export function assertKeyAddress(url: string, allowPrivate: boolean, field: string): void {
  if (isForbidden(new URL(url), allowPrivate)) throw new AppError('private-address', { field })
  if (isUnsafe(url, allowPrivate)) throw new AppError('invalid-argument', { field, ...refusalText('keys-need-https') })
}

/** The public keys in the settings; null without any. Keys from an address are kept, and an unknown key asks for them again, but not at once. */
export function openPublicKeys({ settings }: Pick<App, 'settings'>, lookup = askSystem): () => JWTVerifyGetKey | null {
  let known: { of: string; keys: JWTVerifyGetKey } | null = null
  let failedAt = Number.NEGATIVE_INFINITY

  /** Fetches as webhooks are sent: to no private network, without redirects, and after a failure only once in a while. */
  async function fetchKeys(url: string): Promise<Response> {
    if (performance.now() - failedAt < jwksMs) throw new AppError('buyer-keys-unavailable')
    const { webhooksPrivate: allowPrivate } = settings.current()
    const options = { allowPrivate, lookup, attemptMs: jwksMs, bytesMax: jwksBytesMax }
    const { status, answer, error } = isUnsafe(url, allowPrivate) ? unread : await get(url, options)
    if (status === 200) return new Response(answer, { status })
    failedAt = performance.now()
    if (timesWithin(jwksAgainMs, url) === 1)
      console.warn(`The public keys of the storefront could not be read: ${error?.message ?? `status ${status}`}`)
    throw new AppError('buyer-keys-unavailable')
  }
  const about = { cacheMaxAge: jwksKeptMs, cooldownDuration: jwksAgainMs, timeoutDuration: jwksMs, [customFetch]: fetchKeys }
  const keysFrom = (set: string, url: string): JWTVerifyGetKey =>
    set === '' ? createRemoteJWKSet(new URL(url), about) : createLocalJWKSet(JSON.parse(set) as JSONWebKeySet)

  return () => {
    const { widgetJwks, widgetJwksUrl } = settings.current()
    const of = widgetJwks || widgetJwksUrl
    if (of === '') return null
    if (known?.of !== of) known = { of, keys: keysFrom(widgetJwks, widgetJwksUrl) }
    return known.keys
  }
}
