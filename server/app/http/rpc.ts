import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AnyProcedure, createProcedureClient, getRouter, traverseContractProcedures } from '@orpc/server'
import { contract } from '#contract/contract.ts'
import { AppError } from '#domain/errors.ts'
import { setErrorSentences } from '#domain/sentences.ts'
import type { RequestContext } from '#server/app/http/request-context.ts'
import { router } from '#server/app/http/router.ts'
import type { App } from '#server/platform/app.ts'
import { sharedTimeLimit } from '#server/platform/database/time-limit.ts'
import { answerTo, isCutOff, logUnexpected } from '#server/platform/http/errors.ts'
import { anonymous, authenticated, parseJson, readBody } from '#server/platform/http/json-body.ts'
import type { Context } from '#server/platform/http/os.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import type { Authenticate } from '#server/sessions/authenticate.ts'

setErrorSentences()

/** Makes a call; its output is plain JSON by contract (tested), and sent as it is. */
type Make = (input: unknown, how: { context: Context }) => Promise<unknown>

/** Every call by its path, with its name. Made directly: the search of oRPC's handler for types that JSON lacks took a seventh of a list call. */
const calls = new Map<string, { name: string; make: Make }>()
traverseContractProcedures({ router: contract, path: [] }, ({ path }) => {
  const procedure = getRouter(router, path) as AnyProcedure
  calls.set(`/rpc/${path.join('/')}`, {
    name: path.join('.'),
    make: createProcedureClient(procedure, { path, context: (own: Context) => own }),
  })
})

/** The calls that need no session; every other one refuses visitors at once. */
const forVisitors = new Set(['/rpc/users/me'])

/** The input in a body. Throws `invalid-argument` unless that is plain JSON: oRPC's metadata for types that JSON lacks is refused. */
function inputIn(body: unknown): unknown {
  if (body === undefined) return undefined
  if (body === null) throw new AppError('invalid-argument')
  const { json, meta = [], maps = [] } = body as { json?: unknown; meta?: unknown; maps?: unknown }
  if (isEmpty(meta) && isEmpty(maps)) return json
  throw new AppError('invalid-argument', refusalText('plain-json'))
}
const isEmpty = (list: unknown) => Array.isArray(list) && list.length === 0

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  response.end(text)
}

function refuse(response: ServerResponse, error: unknown, path: string): void {
  const { callName = path } = response
  const answer = answerTo(error, callName)
  logUnexpected(error, answer, callName)
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
  const input = inputIn(parseJson(text))
  send(response, 200, { json: await inTime(() => asked.make(input, { context: { app, actor } })) })
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
