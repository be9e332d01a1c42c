import { z } from 'zod'
import { ImportStatus } from '#domain/product-import.ts'
import { Id, Moment } from '#domain/text.ts'
import { TransferProgress } from '#domain/transfer.ts'

/** An import of an uploaded export, or one that was started by the command: what its dry run or the import found, or has found so far. */
export const TransferRun = z.object({
  id: Id,
  /** The name of the archive, or of the folder. */
  name: z.string(),
  /** The admin who uploaded it; null for the command. */
  by: z.string().nullable(),
  status: ImportStatus,
  majorUnits: z.boolean(),
  progress: TransferProgress,
  /** Why it failed. */
  problem: z.string().nullable(),
  createdAt: Moment,
  /** With the status `checked` it was a dry run by the command, which no import follows. */
  finishedAt: Moment.nullable(),
})
export type TransferRun = z.infer<typeof TransferRun>
