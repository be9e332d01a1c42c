import { type AnyProcedure, createProcedureClient, getRouter, traverseContractProcedures } from '@orpc/server'
import { publicContract } from '#contract/public/contract.ts'
import type { PublicMeta } from '#contract/public/route.ts'
import type { Scope } from '#domain/api-key.ts'
import { limits } from '#server/platform/limits/limits.ts'
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
    ...{ name: names.join('.'), method, path, pattern: patternOf(path), scope: (meta as PublicMeta).scope, status: successStatus },
    make: createProcedureClient(procedure, { path: names, context: (own: PublicContext) => own }),
  })
})
