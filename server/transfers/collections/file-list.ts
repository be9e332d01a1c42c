import { z } from 'zod'
import { line } from '#domain/text.ts'
import { isPath } from '#server/platform/files/storage.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { problem, problemOf } from '#server/transfers/problem.ts'
import { readRecords } from '#server/transfers/read-records.ts'
import { findingOf, type Transfer } from '#server/transfers/transfer.ts'

/** A line of `files.jsonl`: a file as it was stored by the Backstall that made the export, and the name it was uploaded with. */
const Listed = z.object({
  path: z.string().max(700),
  sha256: z.string().regex(/^[\da-f]{64}$/),
  name: line({ min: 1, max: limits.image.nameMax }),
})

/** Reads `files.jsonl` into `transfer_listed`, and reports its broken lines. */
export async function readList(transfer: Transfer, list: string): Promise<void> {
  for await (const read of readRecords(list)) {
    transfer.signal?.throwIfAborted()
    const entries: z.infer<typeof Listed>[] = []
    for (const one of read) {
      const { data, error } = 'problem' in one ? { error: null } : Listed.safeParse(one.value)
      if (data && isPath(data.path)) entries.push(data)
      else {
        const problems = 'problem' in one ? [one.problem] : (error?.issues.map(problemOf) ?? [problem('file-name', 'path')])
        for (const each of problems) transfer.onFinding(findingOf({ collection: 'files', line: one.line, id: null }, each, 'rejected'))
      }
    }
    await transfer.sql`
      insert into transfer_listed (path, sha256, name) select path, sha256, name
      from json_to_recordset(${JSON.stringify(entries)}::json) g (path text, sha256 text, name text) on conflict do nothing`
    await transfer.onProgress(transfer.progress)
  }
}

/** Reports the files that the list names and that neither the export nor the store has. */
export async function reportUnsent(transfer: Transfer): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await transfer.sql<{ path: string }[]>`
      select path from transfer_listed l where path collate "C" > ${last} and not sent
        and not exists (select from files f where f.path = l.path and f.stored_at is not null and f.released_at is null)
      order by path collate "C" limit ${limits.export.page}`
    for (const { path } of rows)
      transfer.onFinding(findingOf({ collection: 'files', line: null, id: path }, problem('file-not-sent'), 'rejected'))
    await transfer.onProgress(transfer.progress)
    last = rows.at(-1)?.path ?? ''
    if (rows.length < limits.export.page) return
  }
}
