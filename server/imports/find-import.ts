import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { nounOf, type OpenedImport, type ProductImport } from '#domain/product-import.ts'
import type { Actor } from '#domain/user.ts'
import { importFromRow, openedFromRow } from '#server/imports/import-row.ts'
import type { App } from '#server/platform/app.ts'
import { imports } from '#server/platform/database/tables/imports.ts'

/** Condition for one of the actor's own imports. All others are not found, exactly like an unknown id. */
export const ownImport = (actor: Actor, importId: string) => and(eq(imports.id, importId), owned(actor))

/** Imports of the noun of the actor's role: a seller who became an admin imports orders. */
const owned = ({ id, role }: Actor) => and(eq(imports.userId, id), eq(imports.noun, nounOf[role]))

/** Returns one of the actor's imports. Throws `not-found`. */
export async function findImport({ db }: App, actor: Actor, id: string): Promise<OpenedImport> {
  const [row] = await db.select().from(imports).where(ownImport(actor, id))
  if (!row) throw new AppError('not-found')
  return openedFromRow(row)
}

/** Returns the actor's imports, newest first; there are never more than a few. */
export async function listImports({ db }: App, actor: Actor): Promise<ProductImport[]> {
  const { changes: _, newCategories: __, ...answered } = getTableColumns(imports)
  const rows = await db.select(answered).from(imports).where(owned(actor)).orderBy(desc(imports.createdAt), desc(imports.id))
  return rows.map(importFromRow)
}
