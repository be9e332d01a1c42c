import { z } from 'zod'
import { ProductStatus } from '#domain/product.ts'
import { RejectionCode } from '#domain/rejection.ts'
import { Id, Moment } from '#domain/text.ts'

/** Held for ten seconds, then running and done; or undone by its author before it runs (product §3). */
export const bulkStatuses = ['held', 'undone', 'running', 'done'] as const
const BulkStatus = z.enum(bulkStatuses)

/** What is decided: products or edit requests, named as in the contract. */
export const bulkNouns = ['products', 'editRequests'] as const
export const BulkNoun = z.enum(bulkNouns)
export type BulkNoun = z.infer<typeof BulkNoun>

/** The outcome for one item of a bulk decision; `title` is that of the product. */
export const BulkResult = z.object({
  id: Id,
  title: z.string(),
  /** Null if decided as requested; else the code of the refusal that the single decision gives, with its sentence. */
  code: z.string().nullable(),
  message: z.string().nullable(),
})
export type BulkResult = z.infer<typeof BulkResult>

/** Many decisions of one kind, taken together and run one by one under the rules of a single decision. */
export const BulkDecision = z.object({
  id: Id,
  noun: BulkNoun,
  decision: z.enum(['approve', 'reject']),
  status: BulkStatus,
  by: z.object({ id: Id, name: z.string() }),
  /** The expected status and version of each item; for an edit request also the version of its product. */
  items: z.array(z.object({ id: Id, status: ProductStatus, version: z.int(), productVersion: z.int().optional() })),
  code: RejectionCode.nullable(),
  rejectionReason: z.string().nullable(),
  runsAt: Moment,
  finishedAt: Moment.nullable(),
  results: z.array(BulkResult),
})
export type BulkDecision = z.infer<typeof BulkDecision>
