import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/database/database.ts'
import { existingProducts } from '#server/imports/existing-products.ts'
import type { ImportRecord } from '#server/imports/import-row.ts'
import { type Plan, planRows } from '#server/imports/plan-rows.ts'
import { advance } from '#server/imports/progress.ts'
import type { ReadRow, Seen } from '#server/imports/read-row.ts'
import { writePlans } from '#server/imports/write-plans.ts'

type Batch = { rows: readonly ReadRow[]; seen: Seen; tell: boolean }

/** How often a row is planned anew whose SKU was given to another product by hand in that very moment. */
const triesMax = 3

/**
 * Takes the next rows of an import in one transaction, with what becomes of them: a dry run only looks, a run writes. Returns the import as it
 * stands. Throws `account-suspended` or the like where its owner may not write any more, `WorkLost` where it is not this node's any more.
 */
export async function takeBatch(app: App, actor: Actor, work: ImportRecord, { rows, seen, tell }: Batch): Promise<ImportRecord> {
  const advanced = await app.db.transaction(async (tx) => {
    await holdPerson(tx, actor)
    const plans = work.status === 'running' ? await writeAll(tx, actor, rows, seen) : await look(tx, actor, rows, seen)
    return advance(tx, work, plans, tell)
  })
  app.feed.wake()
  return advanced
}

/**
 * As long as a batch is written its seller cannot be suspended: that waits for these few rows and stops all that follow.
 * He need not stay signed in, so it is not his session that is asked for.
 */
async function holdPerson(tx: Tx, { id }: Actor): Promise<void> {
  const [person] = await tx.execute<{ status: string; role: string }>(sql`select status, role from users where id = ${id} for share`)
  if (person?.status === 'suspended') throw new AppError('account-suspended')
  if (person?.status !== 'active') throw new AppError('account-closed')
  if (person.role !== 'seller') throw new AppError('not-allowed')
}

const look = async (tx: Tx, actor: Actor, rows: readonly ReadRow[], seen: Seen): Promise<Plan[]> =>
  planRows(actor, rows, await existingProducts(tx, actor, rows, false), seen)

async function writeAll(tx: Tx, actor: Actor, rows: readonly ReadRow[], seen: Seen): Promise<Plan[]> {
  const plans: Plan[] = []
  let left = rows
  for (let tries = 1; left.length > 0; tries++) {
    const planned = planRows(actor, left, await existingProducts(tx, actor, left, true), seen)
    const taken = await writePlans(tx, actor, planned)
    plans.push(...planned.filter(({ row }) => !taken.has(row)))
    left = left.filter(({ row }) => taken.has(row))
    if (left.length > 0 && tries === triesMax) throw new Error('The SKUs of an import are given away faster than it can be written.')
  }
  return plans
}
