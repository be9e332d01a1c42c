import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FastifyInstance, type FastifyPluginAsync, fastify as openFastify } from 'fastify'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import { accountRoutes } from '#server/account/account.routes.ts'
import { openReadiness } from '#server/app/http/health.ts'
import { answerMetrics, type Metrics } from '#server/app/http/metrics.ts'
import { answerNotFound, type ExistingRoute, noteRoutes } from '#server/app/http/not-found.ts'
import { pagesFrom } from '#server/app/http/pages.ts'
import type { RequestContext } from '#server/app/http/request-context.ts'
import { chatRoutes } from '#server/chats/chat.routes.ts'
import { fileRoutes } from '#server/files/file.route.ts'
import { historyRoutes } from '#server/history/history.route.ts'
import { importRoutes } from '#server/imports/import.routes.ts'
import { liveRoutes } from '#server/live/live.route.ts'
import { orderRoutes } from '#server/orders/orders.route.ts'
import type { App } from '#server/platform/app.ts'
import { withTimeLimit } from '#server/platform/database/time-limit.ts'
import { answerTo, isCutOff, logUnexpected, placeOf, plainBody } from '#server/platform/http/errors.ts'
import { anonymous, parseJson, readBody } from '#server/platform/http/json-body.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { imageRoutes } from '#server/products/pictures/image.routes.ts'
import { salesRoutes } from '#server/sales/sales.route.ts'
import type { Authenticate } from '#server/sessions/authenticate.ts'
import { settingsRoutes } from '#server/settings/settings.routes.ts'
import { authRoutes } from '#server/sign-in/auth.routes.ts'
import { transferRoutes } from '#server/transfers/transfers.routes.ts'
import { widgetPrefix, widgetRoutes } from '#server/widget/widget.routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who asks; null for a visitor. Looked up for calls and files, not for pages. */
    actor: Actor | null
    /** The network address of the client, as reported by trusted proxies (TRUST_PROXY). */
    clientAddress: string
  }
}

/** Longer than any path of a picture. A longer parameter is an unknown address. */
const paramMax = 700

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = answerTo(error)
  logUnexpected(error, answer, placeOf(request))
  if (answer.retryAfter !== null) reply.header('Retry-After', answer.retryAfter)
  if (isCutOff(answer)) reply.header('Connection', 'close')
  return reply.status(answer.status).send(plainBody(answer))
}

/** The routes outside the contract, behind one listener of node requests. */
export type Plain = { listener: RequestListener; routes: readonly ExistingRoute[]; close: () => Promise<void> }

/** All routes but `/rpc`: sign-in, pictures, CSV files, the live stream, health, built files and pages. */
export async function plainRoutes(
  app: App,
  { isForeign, addressOf, people }: RequestContext,
  webFolder: string,
  metrics: Metrics | null = null,
): Promise<Plain> {
  const fastify: FastifyInstance = openFastify({
    routerOptions: { maxParamLength: paramMax },
    // An address that cannot be decoded is unknown like any other.
    frameworkErrors: (_, request, reply) => void unknown(request, reply).catch((error: unknown) => answerError(error, request, reply)),
  })
  const routes = noteRoutes(fastify)
  const authenticate: Authenticate = (cookie) => withTimeLimit(() => people.authenticate(cookie), limits.database.callMs)
  const unknown = answerNotFound(routes, pagesFrom(app, webFolder, authenticate))
  const identity = { ...app, ...app.identity }
  const patient = { ...app, ...app.background }
  const isReady = openReadiness(identity)

  fastify.removeAllContentTypeParsers()
  // JSON comes here from people who are not signed in yet; file routes read their bodies themselves.
  fastify.addContentTypeParser('application/json', async (_: FastifyRequest, body: IncomingMessage) =>
    parseJson(await readBody(body, anonymous)),
  )
  fastify.decorateRequest('actor', null)
  fastify.decorateRequest('clientAddress', '')
  fastify.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions
    reply.raw.callName = url ? `${request.method} ${url}` : 'page'
    request.clientAddress = addressOf(request.raw)
    // The widget's routes know the storefronts and no cookies.
    if (!url?.startsWith(`${widgetPrefix}/`) && isForeign(request.raw)) throw new AppError('wrong-origin')
  })
  fastify.setErrorHandler(answerError)
  fastify.setNotFoundHandler(unknown)

  fastify.get('/healthz', async () => ({ alive: true }))
  fastify.get('/readyz', async (_, reply) => {
    const readiness = await isReady()
    return reply.status(readiness.ready ? 200 : 503).send(readiness)
  })
  fastify.get('/metrics', answerMetrics(app, metrics))
  const personal: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRequest', async (request) => {
      request.actor = await authenticate(request.headers.cookie)
    })
    scope.register(authRoutes(identity, people.forget), { prefix: '/api/auth' })
    scope.register(liveRoutes(app), { prefix: '/api/live' })
    scope.register(fileRoutes(app))
    scope.register(imageRoutes(app))
    scope.register(accountRoutes(app))
    scope.register(settingsRoutes(app))
    scope.register(chatRoutes({ ...app, ...app.chat }))
    scope.register(importRoutes(patient))
    scope.register(transferRoutes(patient))
    scope.register(historyRoutes(patient))
    scope.register(orderRoutes(patient))
    scope.register(salesRoutes(patient))
  }
  fastify.register(personal)
  fastify.register(widgetRoutes({ ...app, ...app.chat }), { prefix: widgetPrefix })
  await fastify.ready()
  return { listener: fastify.routing, routes, close: () => fastify.close() }
}
