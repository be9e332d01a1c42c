import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { patternOf } from '#domain/routes.ts'

const notPages = /^\/(api|rpc|files|healthz|readyz|metrics)(\/|$)/

/** A registered route. */
export type ExistingRoute = { method: string; url: string }

/** Collects the plain routes as they are registered. */
export function noteRoutes(fastify: FastifyInstance): ExistingRoute[] {
  const routes: ExistingRoute[] = []
  fastify.addHook('onRoute', ({ url, method }) => {
    routes.push(...[method].flat().map((one) => ({ method: one, url })))
  })
  return routes
}

const patternOfUrl = (url: string) =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*/g, '.*')}/?$`,
  )

/** The methods that routes of this path accept. */
const methodsOf = (routes: readonly ExistingRoute[], path: string): string[] => [
  ...new Set(routes.filter(({ url }) => patternOfUrl(url).test(path)).map(({ method }) => method)),
]

/** Answers a request without a plain route: with a page, else throws `wrong-method` if the path has other methods, or `not-found`. */
export function answerNotFound(
  routes: readonly ExistingRoute[],
  page: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = (request.raw.url ?? '/').split('?', 1)[0] ?? '/'
    const isPage = !notPages.test(path)
    if (isPage && (request.method === 'GET' || request.method === 'HEAD')) return page(request, reply)
    const allowed = isPage && patternOf(path) ? ['GET', 'HEAD'] : methodsOf(routes, path)
    // A route with this very method did not match, such as for an id that is too long: the address is unknown.
    if (allowed.length === 0 || allowed.includes(request.method)) throw new AppError('not-found')
    reply.header('Allow', allowed.join(', '))
    throw new AppError('wrong-method')
  }
}
