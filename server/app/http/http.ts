import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { metricsOf } from '#server/app/http/metrics.ts'
import { openServer } from '#server/app/http/node-server.ts'
import { plainRoutes } from '#server/app/http/plain-routes.ts'
import { isPublicApi, publicListener } from '#server/app/http/public/public-api.ts'
import { openRequestContext } from '#server/app/http/request-context.ts'
import { rpcListener } from '#server/app/http/rpc.ts'
import { securityHeaders } from '#server/app/http/security-headers.ts'
import type { App } from '#server/platform/app.ts'
import { openLoop } from '#server/platform/events/loop.ts'
import { networkAddress, trustedProxies } from '#server/platform/http/client-address.ts'
import { inUrl } from '#server/platform/http/origin.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { sweepCounters } from '#server/platform/rate-limits/attempts.ts'
import { isTraced, spanned } from '#server/platform/tracer.ts'
import { sweepAnswers } from '#server/public/idempotency.ts'

/** The HTTP server of a node; `address` is the URL it listens on. */
export type Http = { listen: () => Promise<void>; address: () => string; close: () => Promise<void> }

const sweepMs = 60 * 60 * 1000
const isCall = /^\/rpc(\/|\?|$)/

/** Answers inside a span, which lasts until the answer has ended; answers from 500 on count as failed. */
function traced(response: ServerResponse, answer: () => void): void {
  const work = async () => {
    const ended = once(response, 'close')
    answer()
    await ended
    if (response.statusCode >= 500) throw Object.assign(new Error('The call failed.'), { code: response.statusCode })
  }
  spanned('call', () => response.callName ?? 'unknown', work).catch(() => {})
}

/** Prepares the HTTP server, which accepts connections only after `listen`. */
export async function openHttp(app: App, webFolder: string = join(packageRoot, 'dist/web')): Promise<Http> {
  const { host, publicUrl } = app.config
  let { port } = app.config
  const requestContext = openRequestContext(app)
  const answerCall = rpcListener(app, requestContext)
  const answerProgram = publicListener(app)
  const metrics = await metricsOf(app)
  const plain = await plainRoutes(app, requestContext, webFolder, metrics)
  const isProxy = trustedProxies(app.config.trustProxy)
  const networkOf = (address: string) => (app.config.bench || isProxy(address) ? null : networkAddress(address))
  const answer: RequestListener = (request, response) => {
    // A client may send the full URL (RFC 9112 §3.2.2); its host is ignored.
    request.url = request.url?.replace(/^https?:\/\/[^/?]*/i, '') || '/'
    metrics?.watch(response)
    if (isCall.test(request.url)) answerCall(request, response)
    else if (isPublicApi.test(request.url)) answerProgram(request, response)
    else plain.listener(request, response)
  }
  const server = openServer(securityHeaders(publicUrl), { networkOf, isProxy }, (request, response) => {
    if (isTraced()) traced(response, () => answer(request, response))
    else answer(request, response)
  })
  const patient = { ...app, ...app.background }
  const sweep = openLoop('Forgetting old counters', () => Promise.all([sweepCounters(patient), sweepAnswers(patient)]), {
    log: console,
    everyMs: sweepMs,
  })

  return {
    listen: async () => {
      port = await server.listen(port, host)
      requestContext.listensOn(port)
    },
    address: () => `http://${inUrl(host)}:${port}`,
    close: async () => {
      // Streams would keep the server open.
      app.feed.live.close()
      await Promise.all([server.drain(), sweep.close()])
      // Afterwards: a closed router refuses all requests.
      await plain.close()
      requestContext.people.close()
    },
  }
}
