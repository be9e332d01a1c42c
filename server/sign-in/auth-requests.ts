import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { hashOf } from '#server/links/tokens.ts'
import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { seal, unseal } from '#server/platform/sealed.ts'
import { presentCookiesIn, setCookies } from '#server/sessions/session-cookie.ts'
import type { AuthRequest, Proven } from '#server/sign-in/provider.ts'

/** Why a person goes to the provider: to sign in or register, to connect their account, or to confirm a change. */
export type AuthPurpose = 'sign-in' | 'connect' | 'confirm'

/** An authorization request with what follows from its answer. */
export type StoredRequest = AuthRequest & {
  purpose: AuthPurpose
  /** Where to go afterwards. */
  back: string | null
  invite: string | null
  /** The session that asked, which alone may use the answer; null for a sign-in. */
  sessionId: string | null
  /** The hash of the cookie of the browser that asked: no other browser can use the answer. */
  browser: string
  /** The answer, once it was checked, while the code of the second factor is missing. */
  proven: Proven | null
}

const { requestMs } = limits.provider
const random = (): string => randomBytes(32).toString('base64url')
const cookieName = 'provider'
const secretsIn = (app: App, header: string | undefined): string[] =>
  presentCookiesIn(app.config, header, cookieName).map((cookie) => cookie.slice(cookie.indexOf('=') + 1))

type New = Pick<StoredRequest, 'purpose' | 'back' | 'invite' | 'sessionId' | 'redirectUri'>

/**
 * Makes an authorization request, and the Set-Cookie headers that bind it to this browser. Several can be under way in one browser. It is stored in
 * the database, so that any node can take the answer.
 */
export async function makeRequest(
  app: App,
  about: New,
  cookie: string | undefined,
): Promise<{ request: StoredRequest; cookies: string[] }> {
  const [known] = secretsIn(app, cookie)
  const secret = known && /^[\w-]{43}$/.test(known) ? known : random()
  const request: StoredRequest = {
    ...about,
    state: random(),
    nonce: random(),
    verifier: random(),
    begunAt: Date.now(),
    again: about.purpose === 'confirm',
    browser: hashOf(secret),
    proven: null,
  }
  await storeRequest(app, request)
  return { request, cookies: setCookies(app.config, cookie, cookieName, secret, requestMs / 1000) }
}

/** Stores a request for fifteen minutes, sealed. */
export async function storeRequest({ db, config }: App, request: StoredRequest): Promise<void> {
  const value = seal(Buffer.from(JSON.stringify(request)), config.sessionSecret, 'sign-in')
  await db.execute(sql`insert into verifications (id, identifier, value, expires_at)
    values (${hashOf(request.state)}, ${request.purpose}, ${value}, now() + ${requestMs} * interval '1 millisecond')`)
}

/**
 * Uses up the request that this state belongs to: a second answer to it finds nothing. Throws `provider-expired`, also for a request of another browser.
 */
export async function takeRequest(app: App, state: string, cookie: string | undefined): Promise<StoredRequest> {
  const [row] = await app.db.execute<{ value: string }>(sql`
    delete from verifications where id = ${hashOf(state)} and expires_at > now() returning value`)
  const opened = row && unseal(row.value, app.config.sessionSecret, 'sign-in')
  const request = opened && (JSON.parse(opened.toString()) as StoredRequest)
  if (!request || !secretsIn(app, cookie).map(hashOf).includes(request.browser)) throw new AppError('provider-expired')
  return request
}
