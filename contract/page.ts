import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { Id } from '#domain/text.ts'

/** One thing by its id. */
export const ById = z.object({ id: Id })

/** The place in a list, as the page before named it, and the number of rows from there. */
export const page = { cursor: z.string().max(2_000).optional(), limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size) }

/** A page of a list; `next` is the place of the next one. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), next: z.string().nullable() })
