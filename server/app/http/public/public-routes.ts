import { type AnyProcedure, createProcedureClient, getRouter, traverseContractProcedures } from '@orpc/server'
import { publicContract } from '#contract/public/contract.ts'
import type { PublicMeta } from '#contract/public/route.ts'
import type { Scope } from '#domain/api-key.ts'
import { limits } from '#server/platform/limits/limits.ts'
import type { PublicAnswer } from '#server/public/idempotency.ts'
import { type PublicContext, publicRouter } from '#server/public/router.ts'

/** A call of the public API: its path, the scope it needs, and the status of its answer. */
export type PublicRoute = {
  name: string
  method: string
  path: string
  pattern: RegExp
  scope: Scope
  status: number
  make: (input: unknown, how: { context: PublicContext }) => Promise<unknown>
}

/** Path parameters match only the form of an id; anything else is an unknown address. */
const patternOf = (path: string) => new RegExp(`^${path.replace(/\{(\w+)\}/g, `(?<$1>[\\w.:~-]{1,${limits.text.idMax}})`)}$`)

export const publicRoutes: PublicRoute[] = []
traverseContractProcedures({ router: publicContract, path: [] }, ({ path: names, contract }) => {
  const { route, meta } = contract['~orpc']
  const { method = 'POST', path = '/', successStatus = 200 } = route
  const procedure = getRouter(publicRouter, names) as AnyProcedure
  publicRoutes.push({
    name: names.join('.'),
    method,
    path,
    pattern: patternOf(path),
    scope: (meta as PublicMeta).scope,
    status: successStatus,
    make: createProcedureClient(procedure, { path: names, context: (own: PublicContext) => own }),
  })
})

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes a call at this path; its answer is JSON. Parameters of the path win over the content. */
export async function makeCall(
  { pattern, status, make }: PublicRoute,
  context: PublicContext,
  path: string,
  content: unknown,
): Promise<PublicAnswer> {
  const input = isObject(content) ? { ...content, ...pattern.exec(path)?.groups } : content
  return { status, body: JSON.stringify(await make(input, { context })) }
}
