import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#domain/errors.ts'
import { makeCall, type PublicRoute, publicRoutes } from '#server/app/http/public/public-routes.ts'
import { contentSecurityPolicy, newNonce } from '#server/app/http/security-headers.ts'
import type { App } from '#server/platform/app.ts'
import { sharedTimeLimit } from '#server/platform/database/time-limit.ts'
import { answerTo, isCutOff, logUnexpected, plainBody } from '#server/platform/http/errors.ts'
import { authenticated, declaresLonger, parseJson, readBody } from '#server/platform/http/json-body.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { homeAddress } from '#server/platform/mail/home-address.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { countCall } from '#server/public/count-call.ts'
import { findKey } from '#server/public/find-key.ts'
import { idempotent, nameIn, type PublicAnswer } from '#server/public/idempotency.ts'

/** The path prefix of the public API. */
const prefix = '/api/v1'

/**
 * The description of the API, for programs and for people; null at any other path. It is the same for all callers, and made on first use,
 * because the generator is large.
 */
function openDescription({ config }: Pick<App, 'config'>) {
  const make = async () => (await import('#server/app/http/public/openapi.ts')).describePublicApi(homeAddress(config) + prefix)
  let made: ReturnType<typeof make> | undefined
  return async (path: string, response: ServerResponse): Promise<PublicAnswer | null> => {
    if (path !== '/openapi.json' && path !== '/docs') return null
    made ??= make()
    if (path === '/openapi.json') return { status: 200, body: JSON.stringify(await made) }
    const nonce = newNonce()
    const { docsPage } = await import('#server/app/http/public/docs-page.ts')
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(nonce, null))
    return { status: 200, body: docsPage(await made, nonce) }
  }
}

/** Whether an address is of the public API. */
export const isPublicApi = /^\/api\/v1(\/|\?|$)/

/** The route of a request. Throws `not-found`, or `wrong-method` with the allowed ones. */
function routeOf(method: string, path: string): PublicRoute {
  const here = publicRoutes.filter(({ pattern }) => pattern.test(path))
  const route = here.find((one) => one.method === method)
  if (route) return route
  if (here.length === 0) throw new AppError('not-found')
  throw new AppError('wrong-method', { detail: { allow: here.map((one) => one.method).join(', ') } })
}

/** The address of a request, and its decoded path below the prefix. Throws `not-found` for one that cannot be read. */
function addressOf({ url = '' }: IncomingMessage): { url: URL; path: string } {
  try {
    const address = new URL(url, 'http://api')
    return { url: address, path: decodeURIComponent(address.pathname.slice(prefix.length)) }
  } catch {
    throw new AppError('not-found')
  }
}

async function contentOf(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? 'application/json')) throw new AppError('wrong-content-type')
  return parseJson(await readBody(request, authenticated))
}

function send(request: IncomingMessage, response: ServerResponse, { status, body }: PublicAnswer): void {
  if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/json')
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { callName = request.url?.split('?', 1)[0] ?? '' } = response
  const name = callName.replace(/^api\./, '')
  const answer = answerTo(error, name)
  logUnexpected(error, answer, name)
  if (answer.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
  if (isCutOff(answer)) response.setHeader('Connection', 'close')
  if (typeof answer.data.allow === 'string') response.setHeader('Allow', answer.data.allow)
  if (answer.retryAfter !== null) response.setHeader('Retry-After', answer.retryAfter)
  send(request, response, { status: answer.status, body: JSON.stringify(plainBody(answer)) })
}

type Api = { app: App; description: ReturnType<typeof openDescription> }

/** Answers one call: finds the key, checks its scope and rate limit, then makes the call; a write takes effect once per idempotency key. */
async function answerCall({ app, description }: Api, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
  const { url, path } = addressOf(request)
  const described = method === 'GET' ? await description(path, response) : null
  if (described) return send(request, response, described)
  const route = routeOf(method, path)
  response.callName = `api.${route.name}`
  const inTime = sharedTimeLimit(limits.database.callMs)
  const key = await inTime(() => findKey(app, request.headers.authorization)).catch((error: unknown) => {
    throw declaresLonger(request, limits.request.anonymousBodyBytesMax) ? new AppError('too-large') : error
  })
  const { headers, refusal } = await inTime(() => countCall(app, key))
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (refusal) throw refusal
  if (!key.scopes.includes(route.scope)) {
    throw new AppError('scope-missing', refusalText('scope-lacking', { scope: route.scope }))
  }
  if (method === 'GET')
    return send(request, response, await inTime(() => makeCall(route, { app, key }, path, Object.fromEntries(url.searchParams))))
  const name = nameIn(request.headers['idempotency-key'])
  const content = await contentOf(request)
  const named = { name, address: `${method} ${url.pathname}`, content: JSON.stringify(content) ?? '' }
  const answer = await inTime(() => idempotent(app, key, named, (within) => makeCall(route, { app: within, key }, path, content ?? {})))
  if (answer.replayed) response.setHeader('Idempotency-Replayed', 'true')
  send(request, response, answer)
}

/** Answers `/api/v1/*`. Only the key in the request counts: cookies are ignored and there are no CORS headers. */
export function publicListener(app: App) {
  const api = { app, description: openDescription(app) }
  return (request: IncomingMessage, response: ServerResponse): void => {
    answerCall(api, request, response).catch((error: unknown) => refuse(request, response, error))
  }
}
