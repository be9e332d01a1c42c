import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { patternOf } from '#domain/routes.ts'

const notPages = /^\/(api|rpc|files|healthz|readyz|metrics)(\/|$)/

/** A route as it was registered. */
export type ExistingRoute = { method: string; url: string }

/** The plain routes, noted as they are registered. */
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

/** The methods that routes of this path take. */
const methodsOf = (routes: readonly ExistingRoute[], path: string): string[] => [
  ...new Set(routes.filter(({ url }) => patternOfUrl(url).test(path)).map(({ method }) => method)),
]

/** Answers what no plain route takes: a page, or a refusal that says whether the address or only the method is wrong. */
export function answerNotFound(
  routes: readonly ExistingRoute[],
  page: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = (request.raw.url ?? '/').split('?', 1)[0] ?? '/'
    const isPage = !notPages.test(path)
    if (isPage && (request.method === 'GET' || request.method === 'HEAD')) return page(request, reply)
    const allowed = isPage && patternOf(path) ? ['GET', 'HEAD'] : methodsOf(routes, path)
    // What takes this very method and still did not take the request, such as for an id that is too long, knows no such address.
    if (allowed.length === 0 || allowed.includes(request.method)) throw new AppError('not-found')
    reply.header('Allow', allowed.join(', '))
    throw new AppError('wrong-method')
  }
}
