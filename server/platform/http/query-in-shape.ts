import type { z } from 'zod'
import { inShape } from '#server/platform/http/errors.ts'

/** What an address asks for; an empty filter is none, as a form without a choice sends it. Throws `invalid-argument` with the field. */
export const queryInShape = <Shape extends z.ZodType>(shape: Shape, query: unknown): z.output<Shape> =>
  inShape(shape, Object.fromEntries(Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== '')))
