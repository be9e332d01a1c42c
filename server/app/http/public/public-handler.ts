import { StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import { type ORPCError, traverseContractProcedures } from '@orpc/server'
import { type StandardCodec, StandardHandler } from '@orpc/server/standard'
import { publicContract } from '#contract/public/contract.ts'
import type { PublicMeta } from '#contract/public/route.ts'
import type { Scope } from '#domain/api-key.ts'
import { limits } from '#domain/limits.ts'
import { wasTakenBack } from '#server/platform/database/outages.ts'
import { refusalOf } from '#server/platform/http/call-errors.ts'
import type { PublicContext } from '#server/public/router.ts'
import { publicRouter } from '#server/public/router.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Plain JSON both ways: what stands in the address wins over the body, and a refusal has one shape everywhere. */
const codec: StandardCodec = {
  decode: async ({ method, url, body }, params) => {
    const asked = method === 'GET' ? Object.fromEntries(url.searchParams) : ((await body()) ?? {})
    return isObject(asked) ? { ...asked, ...params } : asked
  },
  encode: (output, procedure) => ({ status: procedure['~orpc'].route.successStatus ?? 200, headers: {}, body: output }),
  encodeError: ({ status, code, message, data, cause }: ORPCError<string, { field?: string; retryAfter?: number } | undefined>) => {
    if (wasTakenBack(cause)) throw cause
    const headers = data?.retryAfter === undefined ? {} : { 'Retry-After': String(data.retryAfter) }
    return { status, headers, body: { error: message, code, field: data?.field ?? null } }
  },
}

type Call = { next: () => Promise<unknown>; path: readonly string[]; context: PublicContext }

/** As the browser's calls are told; but what the database took back goes to whoever began the transaction, who makes all of it again. */
async function inOurWords({ next, path, context: { app } }: Call): Promise<unknown> {
  try {
    return await next()
  } catch (error) {
    throw 'savepoint' in app.sql && wasTakenBack(error) ? error : refusalOf(error, path)
  }
}

/** Answers calls of the public API that were let in. */
export const publicHandler = new StandardHandler<PublicContext>(publicRouter, new StandardOpenAPIMatcher(), codec, {
  clientInterceptors: [inOurWords],
})

/** A call of the public API: where it is, and which scope it asks for. */
export type PublicRoute = { name: string; method: string; path: string; pattern: RegExp; scope: Scope }

/** What stands in the place of an id and is none is an address that nobody knows. */
const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, `[\\w.:~-]{1,${limits.text.idMax}}`)}$`)

export const publicRoutes: PublicRoute[] = []
traverseContractProcedures({ router: publicContract, path: [] }, ({ path: name, contract }) => {
  const { route, meta } = contract['~orpc']
  const { method = 'POST', path = '/' } = route
  publicRoutes.push({ name: name.join('.'), method, path, pattern: patternOf(path), scope: (meta as PublicMeta).scope })
})
