import { AppError } from '#domain/errors.ts'
import { type SalesRange, type SalesStep, whyNotRange } from '#domain/sales-rules.ts'

/** Throws `invalid-argument` with the field for a range without figures. */
export function assertRange(range: SalesRange, step?: SalesStep): void {
  const problem = whyNotRange(range, step)
  if (problem) throw new AppError('invalid-argument', problem)
}
