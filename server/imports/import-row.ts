import type { ProductImport } from '#domain/product-import.ts'
import type { imports } from '#server/platform/database/tables/imports.ts'

export type ImportRow = typeof imports.$inferSelect

/** The path of an import's file in the store. */
export const pathOf = (id: string): string => `imports/${id}.csv`

/** The import as the API returns it. */
export function importFromRow({ userId: _, heldUntil: __, createdAt, finishedAt, ...row }: ImportRow): ProductImport {
  return { ...row, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null }
}
