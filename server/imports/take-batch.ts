import type { ReviewRules } from '#domain/edit-request.ts'
import type { Actor } from '#domain/user.ts'
import { withExisting } from '#server/imports/existing-products.ts'
import type { ImportRecord } from '#server/imports/import-row.ts'
import { lockPerson } from '#server/imports/lock-person.ts'
import { type Plan, planRows } from '#server/imports/plan-rows.ts'
import { advance } from '#server/imports/progress.ts'
import { hasFreed, noting, type ReadRow, type Seen } from '#server/imports/read-row.ts'
import { writePlans } from '#server/imports/write-plans.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { codeOf } from '#server/platform/database/outages.ts'

type Batch = { rows: readonly ReadRow[]; seen: Seen; tell: boolean }

/** How often a row is planned anew whose SKU was given to another product by hand in that very moment. */
const triesMax = 3
/** How often a batch is begun anew that somebody else came in the way of. */
const attemptsMax = 5
/** What PostgreSQL says of it: a SKU is taken by now, a deadlock, changes that do not go together. The next plan sees what the others wrote. */
const inTheWay = new Set(['23505', '40P01', '40001'])

/**
 * Takes the next rows of an import in one transaction, with what becomes of them: a dry run only looks, a run writes. Returns the import as it
 * stands. Throws `account-suspended` or the like where its owner may not write any more, `WorkLost` where it is not this node's any more.
 */
export async function takeBatch(app: App, actor: Actor, work: ImportRecord, batch: Batch): Promise<ImportRecord> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { advanced, keep } = await attemptBatch(app, actor, work, batch)
      keep()
      app.feed.wake()
      return advanced
    } catch (error) {
      if (attempt === attemptsMax || !inTheWay.has(codeOf(error))) throw error
    }
  }
}

const attemptBatch = (app: App, actor: Actor, work: ImportRecord, { rows, tell, ...batch }: Batch) =>
  app.db.transaction(async (tx) => {
    // What an attempt noted that came to nothing is forgotten with it.
    const { seen, keep } = noting(batch.seen)
    await lockPerson(tx, actor)
    const about = { rows, seen, rules: app.settings.current() }
    const plans = work.status === 'running' ? await writeAll(tx, actor, about) : await look(tx, actor, about)
    return { advanced: await advance(tx, work, plans, tell), keep }
  })

type About = Omit<Batch, 'tell'> & { rules: ReviewRules }

async function look(tx: Tx, actor: Actor, { rows: read, seen, rules }: About): Promise<Plan[]> {
  const { rows, existing } = await withExisting(tx, actor, read, false)
  // What an earlier batch would have given another SKU stands in no later row's way; that one itself no other row can name.
  const products = existing.products.map((product) => (hasFreed(seen, product.id) ? { ...product, sku: null } : product))
  return planRows(actor, rows, { ...existing, products, rules }, seen)
}

async function writeAll(tx: Tx, actor: Actor, { rows: read, seen, rules }: About): Promise<Plan[]> {
  const plans: Plan[] = []
  let left = read
  for (let tries = 1; left.length > 0; tries++) {
    const { rows, existing } = await withExisting(tx, actor, left, true)
    const planned = planRows(actor, rows, { ...existing, rules }, seen)
    const taken = await writePlans(tx, actor, planned, rules)
    plans.push(...planned.filter(({ row }) => !taken.has(row)))
    left = rows.filter(({ row }) => taken.has(row))
    if (left.length > 0 && tries === triesMax) throw new Error('The SKUs of an import are given away faster than it can be written.')
  }
  return plans
}
