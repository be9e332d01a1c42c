import { and, asc, eq, gt } from 'drizzle-orm'
import { csvLine, unescapeFormula } from '#domain/csv.ts'
import { reportColumns } from '#domain/product-import.ts'
import type { Actor } from '#domain/user.ts'
import { findImport } from '#server/imports/find-import.ts'
import { headers } from '#server/imports/headers.ts'
import { pathOf } from '#server/imports/import-row.ts'
import { readCsv } from '#server/imports/read-csv.ts'
import { asCells } from '#server/imports/row-problems.ts'
import type { App } from '#server/platform/app.ts'
import { importProblems } from '#server/platform/database/tables/imports.ts'
import { limits } from '#server/platform/limits/limits.ts'

/**
 * The report of an import: each refused row with its number, field, sentence and original cells. Corrected, it can be imported again. It is
 * read from the file, chunk by chunk. Throws `not-found` before the first line.
 */
export async function reportImport(app: App, actor: Actor, id: string): Promise<{ name: string; lines: AsyncGenerator<string> }> {
  const { name, noun } = await findImport(app, actor, id)
  return { name, lines: reportLines(app, id, headers[noun].knownIn) }
}

async function* reportLines(app: App, id: string, knownIn: Parameters<typeof readCsv>[1]): AsyncGenerator<string> {
  const { stream } = await app.storage.get(pathOf(id))
  const file = readCsv(stream, knownIn)
  const problems = problemsOf(app, id)
  let next = await problems.next()
  let headed = false
  for await (const rows of file) {
    let text = ''
    for (const { row, cells } of rows) {
      const original = cells.map(unescapeFormula)
      if (!headed) text += csvLine([...reportColumns, ...original])
      headed = true
      if (next.done || next.value.row !== row) continue
      const { field, message } = next.value.problems ? asCells(next.value.problems) : next.value
      text += csvLine([String(row), field ?? '', message, ...original])
      next = await problems.next()
    }
    if (text !== '') yield text
    if (next.done && headed) return
  }
}

async function* problemsOf({ db }: App, id: string): AsyncGenerator<typeof importProblems.$inferSelect> {
  for (let last = 0; ; ) {
    const after = and(eq(importProblems.importId, id), gt(importProblems.row, last))
    const page = await db.select().from(importProblems).where(after).orderBy(asc(importProblems.row)).limit(limits.export.page)
    yield* page
    last = page.at(-1)?.row ?? last
    if (page.length < limits.export.page) return
  }
}
