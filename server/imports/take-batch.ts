import type { ReviewRules } from '#domain/edit-request.ts'
import type { Actor } from '#domain/user.ts'
import { passRows, withExisting } from '#server/imports/existing-products.ts'
import type { ImportKind } from '#server/imports/import-kind.ts'
import type { ImportRow } from '#server/imports/import-row.ts'
import { lockPerson } from '#server/imports/lock-person.ts'
import { changesIn, newCategoriesIn, type Plan, planRows } from '#server/imports/plan-rows.ts'
import { type Earlier, type KnownColumn, noteGiven, noting, productHeader, withoutFreed } from '#server/imports/product-index.ts'
import { advance } from '#server/imports/progress.ts'
import { type ReadRow, readRow } from '#server/imports/read-row.ts'
import { writePlans } from '#server/imports/write-plans.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { codeOf } from '#server/platform/database/outages.ts'
import { draftsLeft } from '#server/products/draft-limit.ts'

type Batch = { rows: readonly ReadRow[]; earlier: Earlier; publish: boolean }

/** How often rows are planned again because their SKU was given to another product by hand at the same moment. */
const triesMax = 3
/** How often a batch is begun again after a conflict with another transaction. */
const attemptsMax = 5
/**
 * The PostgreSQL codes of conflicts: unique violation (a SKU), deadlock, serialization failure. The next plan sees what the others wrote.
 */
const conflicts = new Set(['23505', '40P01', '40001'])

/**
 * Takes the next rows of an import and records their outcomes, in one transaction; a dry run writes no products. Returns the import's new
 * row. Throws `account-suspended` or the like if its owner may no longer write, `WorkLost` if the import is no longer this node's.
 */
async function takeBatch(app: App, actor: Actor, work: ImportRow, batch: Batch): Promise<ImportRow> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { advanced, keep } = await attemptBatch(app, actor, work, batch)
      keep()
      app.feed.wake()
      return advanced
    } catch (error) {
      if (attempt === attemptsMax || !conflicts.has(codeOf(error))) throw error
    }
  }
}

const attemptBatch = (app: App, actor: Actor, work: ImportRow, { rows, publish, ...batch }: Batch) =>
  app.db.transaction(async (tx) => {
    // What a failed attempt noted is discarded with it.
    const { earlier, keep } = noting(batch.earlier)
    await lockPerson(tx, actor)
    const isDry = work.status === 'checking'
    // A dry run has not written the drafts that it made.
    const left = (await draftsLeft(tx, actor.id)) - (isDry ? work.created : 0)
    const about = { rows, earlier, rules: app.settings.current(), draftsLeft: left }
    const plans = isDry ? await dryRun(tx, actor, about) : await writeAll(tx, actor, about)
    const found = isDry ? { changes: changesIn(plans), newCategories: newCategoriesIn(plans, app.settings.current().categories) } : {}
    return { advanced: await advance(tx, work, plans, { rows, publish, ...found }), keep }
  })

const made = (plans: readonly Plan[]) => plans.filter(({ kind }) => kind === 'created').length

type About = Omit<Batch, 'publish'> & { rules: ReviewRules; draftsLeft: number }

async function dryRun(tx: Tx, actor: Actor, { rows: read, earlier, ...about }: About): Promise<Plan[]> {
  const { rows, existing } = await withExisting(tx, actor, read, false)
  const products = withoutFreed(existing.products, earlier)
  const plans = planRows(actor, rows, { ...existing, products, ...about }, earlier)
  noteGiven(plans, earlier)
  return plans
}

async function writeAll(tx: Tx, actor: Actor, { rows: read, earlier, rules, draftsLeft: left }: About): Promise<Plan[]> {
  const plans: Plan[] = []
  let unwritten = read
  for (let tries = 1; unwritten.length > 0; tries++) {
    const { rows, existing } = await withExisting(tx, actor, unwritten, true)
    const planned = planRows(actor, rows, { ...existing, rules, draftsLeft: left - made(plans) }, earlier)
    const taken = await writePlans(tx, actor, planned, rules)
    plans.push(...planned.filter(({ row }) => !taken.has(row)))
    unwritten = rows.filter(({ row }) => taken.has(row))
    if (unwritten.length > 0 && tries === triesMax) throw new Error('The SKUs of an import are given away faster than it can be written.')
  }
  return plans
}

/** Products imported by a seller (product §3). */
export const productKind: ImportKind<KnownColumn, ReadRow> = {
  header: productHeader,
  open: (app, actor, header) => {
    const earlier: Earlier = { named: new Set(), nameless: new Map() }
    return {
      read: (row) => readRow(actor, header, row, earlier, app.config.currency),
      pass: (rows) => passRows(app, actor, rows, earlier),
      take: (at, rows, publish) => takeBatch(app, actor, at, { rows, earlier, publish }),
    }
  },
}
