import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import type * as OpenId from 'openid-client'
import { AppError } from '#domain/errors.ts'
import type { Oidc } from '#server/platform/config.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { timesWithin } from '#server/platform/log-rarely.ts'

/** An authorization request (RFC 6749 §4.1.1): what the answer to it has to match. The browser carries the state alone. */
export type AuthRequest = { state: string; nonce: string; verifier: string; redirectUri: string; begunAt: number; again: boolean }

/** A person as the provider knows them, proven by its signature; `authenticatedAt` in seconds since 1970, null if it does not tell. */
export type Proven = { subject: string; claims: Record<string, unknown>; idToken: string; authenticatedAt: number | null }

export type Provider = {
  oidc: Oidc
  /** The address at the provider. With `again` people have to prove there who they are even if they are signed in. */
  addressFor: (request: AuthRequest) => Promise<URL>
  /** Checks the answer in the address that the browser came back to. */
  prove: (request: AuthRequest, search: string) => Promise<Proven>
  /** Where a sign-out goes on, or null: the provider has no such address, does not answer soon, or the token is that of a former provider. */
  signOutAddress: (idToken: string, returnTo: string) => Promise<URL | null>
}

type Options = { log?: (line: string) => void; callMs?: number }

const { signOutMs, announcedMs, toleranceS } = limits.provider

/**
 * Opens the client of the provider. Nothing is asked before the first sign-in, and a failure is asked again, so the provider may be down at a start.
 * The library is loaded then, too. Throws `provider-unavailable`, `provider-refused`, `provider-answer`.
 */
export function openProvider(oidc: Oidc, { log = console.warn, callMs = limits.provider.callMs }: Options = {}): Provider {
  let announced: { metadata: OpenId.ServerMetadata; until: number } | null = null

  /** For one call: keys are fetched anew, so a rotation at the provider is noticed at once, and all requests together have a time limit. */
  async function open(ms: number) {
    const client = await import('openid-client')
    const over = AbortSignal.timeout(ms)
    const fetchInTime: OpenId.CustomFetch = (url, { signal, ...options }) =>
      fetch(url, { ...options, signal: signal ? AbortSignal.any([signal, over]) : over } as RequestInit)
    const url = new URL(oidc.issuer)
    const plain = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
    if (!announced || Date.now() > announced.until) {
      const options = { execute: plain, [client.customFetch]: fetchInTime }
      const found = await client.discovery(url, oidc.clientId, undefined, undefined, options).catch((error: unknown) => {
        report(error)
        throw new AppError('provider-unavailable')
      })
      announced = { metadata: found.serverMetadata(), until: Date.now() + announcedMs }
    }
    const { metadata } = announced
    const methods = metadata.token_endpoint_auth_methods_supported
    const authentication = !methods || methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    const settings = { client_secret: oidc.clientSecret, [client.clockTolerance]: toleranceS }
    const configuration = new client.Configuration(metadata, oidc.clientId, settings, authentication(oidc.clientSecret))
    configuration[client.customFetch] = fetchInTime
    client.enableNonRepudiationChecks(configuration)
    for (const allow of plain) allow(configuration)
    return { client, configuration, metadata }
  }

  /** Logs why a sign-in failed, once a minute per kind: what is wrong is often the configuration. */
  function report(error: unknown): void {
    const reason = reasonOf(error)
    if (timesWithin(60_000, `provider ${reason}`) === 1) log(`Sign-in at ${oidc.issuer} failed: ${reason}`)
  }

  return {
    oidc,
    addressFor: async ({ state, nonce, verifier, redirectUri, again }) => {
      const { client, configuration } = await open(callMs)
      return client.buildAuthorizationUrl(configuration, {
        scope: 'openid email profile',
        redirect_uri: redirectUri,
        state,
        nonce,
        ...(again && { max_age: '0' }),
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
    },
    prove: async ({ state, nonce, verifier, redirectUri, begunAt, again }, search) => {
      const { client, configuration, metadata } = await open(callMs)
      try {
        const address = new URL(`${redirectUri}${search}`)
        const answer = await client.authorizationCodeGrant(configuration, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          // The person has to have proven who they are after they left for the provider (OpenID Connect Core §3.1.2.1, max_age).
          ...(again && { maxAge: Math.ceil((Date.now() - begunAt) / 1000) }),
        })
        const claims = answer.claims()
        if (!claims || !answer.id_token) throw new AppError('provider-answer')
        const more = metadata.userinfo_endpoint ? await client.fetchUserInfo(configuration, answer.access_token, claims.sub) : {}
        const authenticatedAt = typeof claims.auth_time === 'number' ? claims.auth_time : null
        // The address and whether it is verified belong together.
        const { email, email_verified }: Proven['claims'] = 'email' in claims ? claims : more
        return { subject: claims.sub, claims: { ...more, ...claims, email, email_verified }, idToken: answer.id_token, authenticatedAt }
      } catch (error) {
        report(error)
        throw refusalOf(error)
      }
    },
    signOutAddress: async (idToken, returnTo) => {
      try {
        const { client, configuration, metadata } = await open(signOutMs)
        if (!metadata.end_session_endpoint || decodeJwt(idToken).iss !== metadata.issuer) return null
        return client.buildEndSessionUrl(configuration, { id_token_hint: idToken, post_logout_redirect_uri: returnTo })
      } catch {
        return null
      }
    },
  }
}

/** What an operator has to know, without tokens or personal data. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  const inner = cause instanceof Error ? cause.message : cause instanceof Response ? `status ${cause.status}` : ''
  // Anyone can put an error with lines of their own into the address of the answer.
  const named = 'error' in error && /^[a-z_]{1,40}$/.test(String(error.error)) ? String(error.error) : ''
  return [error.message, inner, named, typeof code === 'string' ? code : ''].filter(Boolean).join('; ')
}

/** Codes of the library for a provider that did not answer, or not with what can be read. */
const silent: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: unknown }
  if (name === 'AuthorizationResponseError') return new AppError('provider-refused')
  const isUnreached = silent.has(code) || (name === 'TypeError' && message === 'fetch failed')
  return new AppError(isUnreached ? 'provider-unavailable' : 'provider-answer')
}
