import { oc } from '@orpc/contract'
import { z } from 'zod'
import { HistoryLog, HistoryType } from '#domain/event.ts'
import { limits } from '#domain/limits.ts'

export const history = {
  /** Everything that happened, newest first (spec §7). */
  list: oc
    .input(
      z.object({
        type: HistoryType.optional(),
        cursor: z.string().max(2_000).optional(),
        limit: z.int().min(1).max(limits.page.sizeMax).default(limits.page.size),
      }),
    )
    .output(z.object({ rows: z.array(HistoryLog), next: z.string().nullable() })),
}
