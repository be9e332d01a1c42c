import type { OpenedImport, ProductImport } from '#domain/product-import.ts'
import type { imports } from '#server/platform/database/tables/imports.ts'
import { sentenceOf } from '#server/platform/problem-texts.ts'

export type ImportRow = typeof imports.$inferSelect

/** The path of an import's file in the store. */
export const pathOf = (id: string): string => `imports/${id}.csv`

/** The import as a list returns it, without its changes. */
export function importFromRow({
  userId: _,
  heldUntil: __,
  createdAt,
  finishedAt,
  ...row
}: Omit<ImportRow, 'changes' | 'newCategories'>): ProductImport {
  const problems = row.problems.map(({ row: at, field, about, ...problem }) => ({ row: at, field, message: sentenceOf(problem), about }))
  return { ...row, problems, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null }
}

/** The import as it is returned by itself, with the changes that wait for confirmation. */
export const openedFromRow = ({ changes, newCategories, ...row }: ImportRow): OpenedImport => ({
  ...importFromRow(row),
  ...(row.status === 'checked' ? { changes, newCategories } : { changes: [], newCategories: [] }),
})
