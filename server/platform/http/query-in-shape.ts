import type { z } from 'zod'
import { inShape } from '#server/platform/http/errors.ts'

/**
 * The validated query of an address. An empty filter counts as missing, because a form without a choice sends one. Throws
 * `invalid-argument` with the field.
 */
export const queryInShape = <Shape extends z.ZodType>(shape: Shape, query: unknown): z.output<Shape> =>
  inShape(shape, Object.fromEntries(Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== '')))
