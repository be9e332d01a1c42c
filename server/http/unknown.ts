import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'
import { patternOf } from '#domain/routes.ts'

const notPages = /^\/(api|rpc|files|healthz|readyz)(\/|$)/

/** The methods that the plain routes take, by path; filled as they are registered. */
export function knownMethods(fastify: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; method: string }[] = []
  fastify.addHook('onRoute', ({ url, method }) => {
    const source = url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*/g, '.*')
    for (const one of [method].flat()) routes.push({ pattern: new RegExp(`^${source}/?$`), method: one })
  })
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}

/** Answers what no plain route takes: a page, or a refusal that says whether the address or only the method is wrong. */
export function answerUnknown(
  methodsOf: (path: string) => string[],
  page: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = (request.raw.url ?? '/').split('?', 1)[0] ?? '/'
    const isPage = !notPages.test(path)
    if (isPage && (request.method === 'GET' || request.method === 'HEAD')) return page(request, reply)
    const allowed = isPage && patternOf(path) ? ['GET', 'HEAD'] : methodsOf(path)
    if (allowed.length === 0) throw new AppError('not-found')
    reply.header('Allow', allowed.join(', '))
    throw new AppError('wrong-method')
  }
}
