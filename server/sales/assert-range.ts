import { AppError } from '#domain/errors.ts'
import { whyNotRange } from '#domain/sales-ranges.ts'
import type { SalesRange, SalesStep } from '#domain/sales-rules.ts'

/** Throws `invalid-argument` with the field for a range without figures. */
export function assertRange(range: SalesRange, step?: SalesStep): void {
  const problem = whyNotRange(range, step)
  if (problem) throw new AppError('invalid-argument', problem)
}
