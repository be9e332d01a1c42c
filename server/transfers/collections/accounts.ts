import { limits } from '#server/platform/limits/limits.ts'
import { userKind } from '#server/transfers/collections/users.ts'
import { importBatch } from '#server/transfers/import-batch.ts'
import { parseRecord } from '#server/transfers/parse-record.ts'
import { type Problem, problem } from '#server/transfers/problem.ts'
import { type Read, readRecords } from '#server/transfers/read-records.ts'
import { Account } from '#server/transfers/shapes.ts'
import { count, findingOf, listed, refuse, type Transfer } from '#server/transfers/transfer.ts'

type Row = { id: string; line: number; record: string; notes: Problem[] }

/** Reads the accounts of the former identity service, so that each is found when its person is imported. */
export async function addAccounts(transfer: Transfer, file: string | null): Promise<void> {
  if (!file) return
  transfer.progress.at = 'auth'
  for await (const read of readRecords(file, '$.users.*')) {
    transfer.signal?.throwIfAborted()
    const rows = read.flatMap((one) => {
      const row = rowOf(one)
      if ('id' in row) return [row]
      refuse(transfer, { collection: 'auth', line: one.line, id: null }, row.problems)
      return []
    })
    for (const { id, line, notes } of rows)
      for (const one of notes) transfer.onFinding(findingOf({ collection: 'auth', line, id }, one, 'noted'))
    const added = await transfer.sql<{ id: string; line: number }[]>`
      insert into transfer_accounts (id, line, record) select id, line, record from json_to_recordset(${JSON.stringify(rows)}::json) g (id text, line integer, record text)
      on conflict do nothing returning id, line`
    const lines = new Set(added.map(({ line }) => line))
    const repeated = rows.filter((row) => !lines.has(row.line))
    const firsts = await transfer.sql<{ id: string; line: number }[]>`
      select id, line from transfer_accounts where id in (select json_array_elements_text(${listed(repeated.map(({ id }) => id))}::json))`
    const firstOf = new Map(firsts.map(({ id, line }) => [id, line]))
    for (const { id, line } of repeated)
      refuse(transfer, { collection: 'auth', line, id }, [problem('id-twice', 'localId', { line: firstOf.get(id) ?? '' })])
    const outcomes = added.map(() => null)
    count(transfer, 'auth', outcomes)
    await transfer.onProgress(transfer.progress)
  }
}

function rowOf(read: Read): Row | { problems: Problem[] } {
  if ('problem' in read) return { problems: [read.problem] }
  const parsed = parseRecord(Account, read.value)
  if ('problems' in parsed) return parsed
  return { id: parsed.data.localId, line: read.line, record: JSON.stringify(read.value), notes: parsed.notes }
}

/** A person whom only the account describes: what is wrong with them stands in auth.json. */
const accountKind = { ...userKind, part: 'auth' } as const

/** Imports the accounts that no record in `users` describes: they sign in, too. */
export async function importAccountsAlone(transfer: Transfer): Promise<void> {
  for (let last = -1; ; ) {
    transfer.signal?.throwIfAborted()
    const rows = await transfer.sql<{ id: string; line: number }[]>`
      select id, line from transfer_accounts where line > ${last} and not used and not exists (select from transfer_seen s where s.collection = 'users' and s.id = transfer_accounts.id)
      order by line limit ${limits.transfer.batch}`
    if (rows.length === 0) return
    last = rows.at(-1)?.line ?? last
    const alone = rows.map(({ id, line }) => ({ line, bytes: 0, value: { id } }))
    await importBatch(transfer, accountKind, alone, null)
    await transfer.onProgress(transfer.progress)
  }
}
