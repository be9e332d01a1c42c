import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import { type ORPCError, traverseContractProcedures } from '@orpc/server'
import { type StandardCodec, StandardHandler } from '@orpc/server/standard'
import { publicContract } from '#contract/public/contract.ts'
import type { PublicMeta } from '#contract/public/route.ts'
import type { Scope } from '#domain/api-key.ts'
import { wasRolledBack } from '#server/platform/database/outages.ts'
import { refusalOf } from '#server/platform/http/call-errors.ts'
import { limits } from '#server/platform/limits/limits.ts'
import type { PublicContext } from '#server/public/router.ts'
import { publicRouter } from '#server/public/router.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Plain JSON both ways: parameters of the path win over the body, and a refusal has one shape everywhere. */
const codec: StandardCodec = {
  decode: async ({ method, url, body }, params) => {
    const asked = method === 'GET' ? Object.fromEntries(url.searchParams) : ((await body()) ?? {})
    return isObject(asked) ? { ...asked, ...params } : asked
  },
  encode: (output, procedure) => ({ status: procedure['~orpc'].route.successStatus ?? 200, headers: {}, body: output }),
  encodeError: ({ status, code, message, data, cause }: ORPCError<string, { field?: string; retryAfter?: number } | undefined>) => {
    if (wasRolledBack(cause)) throw cause
    const headers = data?.retryAfter === undefined ? {} : { 'Retry-After': String(data.retryAfter) }
    return { status, headers, body: { error: message, code, field: data?.field ?? null } }
  },
}

type Call = { next: () => Promise<unknown>; path: readonly string[]; context: PublicContext }

/**
 * Turns errors into refusals as for the browser's calls. An error of a transaction that the database rolled back is rethrown to the caller
 * that began the transaction, which repeats all of it.
 */
async function asRefusals({ next, path, context: { app } }: Call): Promise<unknown> {
  try {
    return await next()
  } catch (error) {
    throw 'savepoint' in app.sql && wasRolledBack(error) ? error : refusalOf(error, path)
  }
}

/** Makes calls of the public API after their key was checked. */
export const publicHandler = new StandardHandler<PublicContext>(publicRouter, new StandardOpenAPIMatcher(), codec, {
  clientInterceptors: [asRefusals],
})

/** A call of the public API: its path and the scope it needs. */
export type PublicRoute = { name: string; method: string; path: string; pattern: RegExp; scope: Scope }

/** Path parameters match only the form of an id; anything else is an unknown address. */
const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, `[\\w.:~-]{1,${limits.text.idMax}}`)}$`)

export const publicRoutes: PublicRoute[] = []
traverseContractProcedures({ router: publicContract, path: [] }, ({ path: name, contract }) => {
  const { route, meta } = contract['~orpc']
  const { method = 'POST', path = '/' } = route
  publicRoutes.push({ name: name.join('.'), method, path, pattern: patternOf(path), scope: (meta as PublicMeta).scope })
})
