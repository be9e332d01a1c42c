import type { ProductImport } from '#domain/product-import.ts'
import type { imports } from '#server/platform/database/tables/imports.ts'

export type ImportRecord = typeof imports.$inferSelect

/** Where the file of an import lies. */
export const pathOf = (id: string): string => `imports/${id}.csv`

/** What goes over the wire. */
export function fromImportRecord({ userId: _, heldUntil: __, createdAt, finishedAt, ...row }: ImportRecord): ProductImport {
  return { ...row, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null }
}
