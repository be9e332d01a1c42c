import { z } from 'zod'
import { ImportStatus } from '#domain/product-import.ts'
import { Id, Moment } from '#domain/text.ts'
import { TransferProgress } from '#domain/transfer.ts'

/** An uploaded export: what its dry run or its import found, or has found so far. */
export const TransferRun = z.object({
  id: Id,
  /** The name of the archive. */
  name: z.string(),
  /** The admin who uploaded it. */
  by: z.string(),
  status: ImportStatus,
  majorUnits: z.boolean(),
  progress: TransferProgress,
  /** Why it failed. */
  problem: z.string().nullable(),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
})
export type TransferRun = z.infer<typeof TransferRun>
