import type { IncomingMessage, ServerResponse } from 'node:http'
import { ORPCError, traverseContractProcedures } from '@orpc/server'
import { StandardHandler, StandardRPCMatcher } from '@orpc/server/standard'
import { contract } from '#contract/contract.ts'
import { AppError } from '#domain/errors.ts'
import { setErrorSentences } from '#domain/sentences.ts'
import type { RequestContext } from '#server/app/http/request-context.ts'
import { router } from '#server/app/http/router.ts'
import type { App } from '#server/platform/app.ts'
import { sharedTimeLimit } from '#server/platform/database/time-limit.ts'
import { onTheWire, withRefusals } from '#server/platform/http/call-errors.ts'
import { answerTo, isCutOff, logUnexpected } from '#server/platform/http/errors.ts'
import { anonymous, authenticated, parseJson, readBody } from '#server/platform/http/json-body.ts'
import type { Context } from '#server/platform/http/os.ts'
import { plainCodec } from '#server/platform/http/plain-codec.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { said } from '#server/platform/problem-texts.ts'
import type { Authenticate } from '#server/sessions/authenticate.ts'

setErrorSentences()

const handler = new StandardHandler<Context>(router, new StandardRPCMatcher(), plainCodec, {
  clientInterceptors: [withRefusals],
  interceptors: [
    async ({ next, request }) => {
      try {
        return await next()
      } catch (error) {
        // Errors of calls are ORPCErrors here; a TypeError here means an input that cannot be destructured.
        if (error instanceof ORPCError) throw error
        const answer = answerTo(error instanceof TypeError ? new AppError('invalid-argument') : error)
        logUnexpected(error, answer, request.url.pathname)
        throw onTheWire(answer)
      }
    },
  ],
})

/** The name and the URL of every call, made once. Any other path never reaches oRPC. */
const calls = new Map<string, { name: string; url: URL }>()
traverseContractProcedures({ router: contract, path: [] }, ({ path }) => {
  calls.set(`/rpc/${path.join('/')}`, { name: path.join('.'), url: new URL(`http://rpc/${path.join('/')}`) })
})

/** The calls that need no session; every other one refuses visitors at once. */
const forVisitors = new Set(['/rpc/users/me'])

/** The body of a call. Throws `invalid-argument` unless it is plain JSON: oRPC's metadata for types that JSON lacks is refused. */
function plain(body: unknown): unknown {
  const { meta = [], maps = [] } = (body ?? {}) as { meta?: unknown; maps?: unknown }
  if (isEmpty(meta) && isEmpty(maps)) return body
  throw new AppError('invalid-argument', said('plain-json'))
}
const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  response.end(text)
}

function refuse(response: ServerResponse, error: unknown, where: string): void {
  const answer = answerTo(error)
  logUnexpected(error, answer, where)
  const { code, status, message, data } = answer
  if (isCutOff(answer)) response.setHeader('Connection', 'close')
  if (answer.code === 'wrong-method') response.setHeader('Allow', 'POST')
  if (answer.retryAfter !== null) response.setHeader('Retry-After', answer.retryAfter)
  // The plain fields next to oRPC's envelope are for clients without oRPC.
  send(response, status, { json: { defined: false, code, status, message, data }, error: message, code })
}

function isJson({ headers }: IncomingMessage): boolean {
  const type = headers['content-type']
  return type === undefined
    ? !headers['transfer-encoding'] && Number(headers['content-length'] ?? 0) === 0
    : /^application\/json\s*(;|$)/i.test(type)
}

/** Sets Retry-After for a caller over the rate limit or an unavailable service. */
function setRetryAfter(response: ServerResponse, answer: unknown): void {
  const { json } = answer as { json?: { data?: { retryAfter?: unknown } } }
  if (typeof json?.data?.retryAfter === 'number') response.setHeader('Retry-After', json.data.retryAfter)
}

async function answerCall(
  app: App,
  authenticate: Authenticate,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const asked = calls.get(path)
  if (!asked) throw new AppError('not-found')
  response.callName = asked.name
  if (request.method !== 'POST') throw new AppError('wrong-method')
  if (!isJson(request)) throw new AppError('wrong-content-type')
  const inTime = sharedTimeLimit(limits.database.callMs)
  const actor = await inTime(() => authenticate(request.headers.cookie))
  const text = await readBody(request, actor ? authenticated : anonymous)
  // Before the body is parsed.
  if (!actor && !forVisitors.has(path)) throw new AppError('not-signed-in')
  const body = plain(parseJson(text))
  const call = { method: 'POST', url: asked.url, headers: {}, body: async () => body, signal: undefined }
  const result = await inTime(() => handler.handle(call, { context: { app, actor } }))
  if (!result.matched) throw new AppError('not-found')
  const { status, body: answer } = result.response
  if (status === 429 || status === 503) setRetryAfter(response, answer)
  send(response, status, answer)
}

/** Answers `/rpc/*` directly from the node request: Fastify's routing and hooks would cost more than most calls. */
export function rpcListener(app: App, { isForeign, people: { authenticate } }: RequestContext) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const answered = isForeign(request)
      ? Promise.reject(new AppError('wrong-origin'))
      : answerCall(app, authenticate, request, response, path)
    answered.catch((error: unknown) => refuse(response, error, path))
  }
}
