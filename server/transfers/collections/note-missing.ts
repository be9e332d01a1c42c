import type { Item } from '#server/transfers/kind.ts'
import { problem } from '#server/transfers/problem.ts'
import { listed, type Transfer } from '#server/transfers/transfer.ts'

/** Notes the files that these records name and that neither the export nor the store has. */
export async function noteMissing<One extends Item>(
  { sql }: Transfer,
  items: readonly One[],
  filesOf: (one: One) => readonly string[],
  field: string,
): Promise<void> {
  const all = items.flatMap((one) => filesOf(one).map((path) => ({ one, path })))
  if (all.length === 0) return
  const rows = await sql<{ path: string }[]>`
    select g.value as path from json_array_elements_text(${listed(all.map(({ path }) => path))}::json) g
    where exists (select from transfer_files t where t.path = g.value)
      or exists (select from files f where f.path = g.value and f.stored_at is not null and f.released_at is null)`
  const here = new Set(rows.map(({ path }) => path))
  for (const { one, path } of all) if (!here.has(path)) one.notes.push(problem('file-missing', field, { path: path.slice(0, 300) }))
}
