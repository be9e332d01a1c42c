import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { Scope } from '#domain/api-key.ts'
import { limits } from '#domain/limits.ts'
import { say } from '#domain/shape-texts.ts'

/** The metadata of a call of the public API: the scope that a key needs for it, and for a write an example of its content. */
export type PublicMeta = { scope: Scope; example?: object | undefined }

/** A call of the public API: its address, its description, the scope that a key needs for it, and an example of its content. */
export const call = (scope: Scope, route: Parameters<typeof oc.route>[0], example?: object) =>
  oc.$meta<PublicMeta>({ scope, example }).route(route)

const { size, sizeMax } = limits.page

/** The number of rows of a page, from the address. */
export const PageSize = z
  .string()
  .regex(/^\d{1,3}$/, say('whole-number'))
  .transform(Number)
  .pipe(
    z
      .int()
      .min(1)
      .max(sizeMax, say('too-high', { max: sizeMax })),
  )
  .default(size)

export const Cursor = z.string().max(2_000).describe('`next` of the previous page.').optional()

/** The id in an address: an invalid one is not found, like an unknown one. */
export const PathId = z.string().min(1).max(limits.text.idMax)

/** A page of rows, and the cursor of the next page; null at the end. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.string().nullable().describe('The cursor of the next page; null at the end.') })
