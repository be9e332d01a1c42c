import { z } from 'zod'
import { ProductStatus } from '#domain/product.ts'
import { RejectionCode } from '#domain/rejection.ts'
import { Id, Moment } from '#domain/text.ts'

/** Held for ten seconds, then running and done; or undone by its author before that (product §3). */
export const bulkStatuses = ['held', 'undone', 'running', 'done'] as const
export const BulkStatus = z.enum(bulkStatuses)
export type BulkStatus = z.infer<typeof BulkStatus>

/** What is decided: products, or edit requests, which are named by their noun in the contract. */
export const bulkNouns = ['products', 'editRequests'] as const
export const BulkNoun = z.enum(bulkNouns)
export type BulkNoun = z.infer<typeof BulkNoun>

/** What became of one item of a bulk decision; `title` is the product's. */
export const BulkResult = z.object({
  id: Id,
  title: z.string(),
  /** Null where it was decided as asked; else the code of the refusal that the single decision gives, with its sentence. */
  code: z.string().nullable(),
  message: z.string().nullable(),
})
export type BulkResult = z.infer<typeof BulkResult>

/** Many decisions of one kind, taken together and run one by one under the single rule. */
export const BulkDecision = z.object({
  id: Id,
  noun: BulkNoun,
  decision: z.enum(['approve', 'reject']),
  status: BulkStatus,
  by: z.object({ id: Id, name: z.string() }),
  /** As they were seen; of an edit request also the version of its product. */
  items: z.array(z.object({ id: Id, status: ProductStatus, version: z.int(), productVersion: z.int().optional() })),
  code: RejectionCode.nullable(),
  rejectionReason: z.string().nullable(),
  runsAt: Moment,
  finishedAt: Moment.nullable(),
  results: z.array(BulkResult),
})
export type BulkDecision = z.infer<typeof BulkDecision>
