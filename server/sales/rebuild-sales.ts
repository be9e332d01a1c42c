import { sql } from 'drizzle-orm'
import { salesKinds } from '#domain/sales-rules.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { locks } from '#server/platform/database/locks.ts'
import { decisionColumns, isDecision } from '#server/sales/note-decisions.ts'
import { addedUp } from '#server/sales/roll-up.ts'

/**
 * Rebuilds all rollups from the ledger, and the noted decisions from the events, while everything runs: figures come from the old ones
 * until the new ones are complete. Returns a sentence for the operator.
 */
export const rebuildSales = ({ db }: Pick<App, 'db'>): Promise<string> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.sales})`)
    // On a second connection, as its snapshot must be taken after the lock is held: no rollup runs meanwhile.
    return db.transaction(rebuild, { isolationLevel: 'repeatable read' })
  })

async function rebuild(tx: Tx): Promise<string> {
  await tx.execute(sql`set local work_mem = '256MB'`)
  const [row] = await tx.execute<{ changes: number }>(sql`select coalesce(max(changes), 0) + 1 as changes from sales_days`)
  // Waiting entries are in the ledger, too. Entries written from now on are not in this snapshot, and wait.
  await tx.execute(sql`delete from sales_waiting`)
  await tx.execute(sql`delete from sales_days`)
  await tx.execute(sql`delete from sales_shares`)
  for (const month of await monthsSold(tx)) await sumUp(tx, month, row?.changes ?? 1)
  await tx.execute(sql`delete from decisions`)
  await tx.execute(sql`
    insert into decisions (event_id, at, admin_id, approved, code, waited_ms) select ${decisionColumns} from events e where ${isDecision}`)
  const [counted] = await tx.execute<{ days: number; decisions: number }>(sql`
    select (select count(*) from sales_days) as days, (select count(*) from decisions) as decisions`)
  return `The sales figures of ${counted?.days ?? 0} days and ${counted?.decisions ?? 0} decisions were made anew.`
}

const localDay = sql`(at at time zone (select time_zone from installation))::date`

/** Month by month, as PostgreSQL would sort a whole year on the disk. */
async function monthsSold(tx: Tx): Promise<string[]> {
  const rows = await tx.execute<{ month: string }>(
    sql`select distinct date_trunc('month', ${localDay})::date::text as month from sales_entries`,
  )
  return rows.map(({ month }) => month)
}

const sumUp = (tx: Tx, month: string, changes: number) =>
  tx.execute(sql`
    with entries as (
      select * from (
        select *, ${localDay} as day from sales_entries
        where kind in (${sql.raw(salesKinds.map((kind) => `'${kind}'`).join(', '))}) and at between ${month}::date - interval '2 days' and ${month}::date + interval '1 month 2 days'
      ) e where day >= ${month}::date and day < ${month}::date + interval '1 month'
    ), ${addedUp(sql`${changes}::bigint`)}`)
