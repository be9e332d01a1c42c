import type { ReviewRules } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Product, ProductFields } from '#domain/product.ts'
import { productMoves } from '#domain/product-rules.ts'
import { foldCase } from '#domain/text.ts'
import type { Actor } from '#domain/user.ts'
import type { RowContent } from '#server/imports/read-cells.ts'
import { type Earlier, noteFreed, noting, type ReadRow, type Refused, refusalOf, rejectRepeated } from '#server/imports/read-row.ts'
import { attempt, type RowProblem, refusalWith } from '#server/imports/row-problems.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { type EditPlan, onlyPrice, planEdit, type WaitingRequest } from '#server/products/edit/plan-edit.ts'
import type { Contents } from '#server/products/edit/product-changes.ts'
import { withoutEmpty } from '#server/products/edit/without-empty.ts'

export type Creation = { kind: 'created'; id: string; fields: ProductFields }
export type Edit = { kind: 'updated'; before: Product; request: WaitingRequest | null } & EditPlan
type Outcome = Creation | Edit | { kind: 'unchanged' } | Refused
/** What happens to a row. */
export type Plan = Outcome & { row: number }

/** One person's products by id and by SKU regardless of case, as changed by the rows so far. Older products may share a SKU but for its case. */
type ProductIndex = { byId: Map<string, Product>; bySku: Map<string, readonly Product[]> }
/** The products that rows may be about, the edit requests that wait for them, the rules of review, and how many drafts may be made. */
export type Existing = {
  products: readonly Product[]
  requests: ReadonlyMap<string, WaitingRequest>
  rules: ReviewRules
  draftsLeft: number
}
/** `drafts` counts those of the rows so far. */
type About = { index: ProductIndex; earlier: Earlier; existing: Existing; drafts: { made: number } }

/** Decides in order what happens to each row, by the rules of the form. `existing` are the actor's products that the rows may be about. */
export function planRows(actor: Actor, rows: readonly ReadRow[], existing: Existing, earlier: Earlier): Plan[] {
  const index: ProductIndex = { byId: new Map(), bySku: new Map() }
  for (const product of existing.products) addToIndex(index, product)
  const about: About = { index, earlier, existing, drafts: { made: 0 } }
  return rows.map((row) => {
    if (row.kind === 'refused') return { row: row.row, kind: 'refused', problems: [...row.problems, ...furtherProblems(actor, row, about)] }
    try {
      return { row: row.row, ...planRow(actor, row, about) }
    } catch (error) {
      return { row: row.row, ...refusalOf(error) }
    }
  })
}

/** What would be refused about the valid cells of a refused row. It is planned on copies, as it changes nothing. */
function furtherProblems(actor: Actor, { content, problems }: Extract<ReadRow, { kind: 'refused' }>, about: About): RowProblem[] {
  if (!content) return []
  const found: RowProblem[] = []
  const index = { byId: about.index.byId, bySku: new Map(about.index.bySku) }
  const copies: About = { ...about, index, earlier: noting(about.earlier).earlier, drafts: { ...about.drafts } }
  attempt(found, () => planRow(actor, { ...content, draftId: null }, copies))
  return found.filter(({ field }) => !problems.some((problem) => problem.field === field))
}

function addToIndex({ byId, bySku }: ProductIndex, product: Product): void {
  byId.set(product.id, product)
  if (product.sku !== null) bySku.set(foldCase(product.sku), [...withSku(product.sku, bySku), product])
}

const withSku = (sku: string, bySku: ProductIndex['bySku']) => bySku.get(foldCase(sku)) ?? []

/** The product with the SKU as it is written, else the oldest with the same one but for case. */
function findBySku(sku: string, { bySku }: ProductIndex): Product | undefined {
  const found = withSku(sku, bySku)
  return found.find((product) => product.sku === sku) ?? found[0]
}

function planRow(actor: Actor, { id, draftId, given }: RowContent & { draftId: string | null }, about: About): Outcome {
  const { index, earlier } = about
  if (draftId !== null) return index.byId.has(draftId) ? { kind: 'unchanged' } : creation(draftId, given, about)
  const before = id === null ? findBySku(given.sku ?? '', index) : index.byId.get(id)
  if (!before && id !== null) throw new AppError('not-found', { field: 'id', message: noSuchId })
  // Ids sort in the order in which they are made, so the list shows the rows in the order of the file.
  if (!before) return creation(newId(), given, about)
  rejectRepeated(earlier, 'product', before.id)
  return edit(actor, before, given, about)
}

const noSuchId = 'You have no product with this id. Leave the cell empty to find it by its SKU, or to make a new one.'
const nothing = { description: '', price: null, category: null, sku: null, stock: null, tags: [], attributes: [] }

/** A draft, which may lack everything but a title (product §3). */
function creation(id: string, given: RowContent['given'], { existing, drafts }: About): Creation {
  const { title } = given
  if (title === undefined) throw new AppError('invalid-argument', { field: 'title', message: 'A new product needs a title.' })
  if (drafts.made >= existing.draftsLeft) throw new AppError('too-many-drafts')
  drafts.made += 1
  return { kind: 'created', id, fields: withoutEmpty({ ...nothing, ...given, title }) }
}

function edit(
  actor: Actor,
  before: Product,
  given: RowContent['given'],
  { index, earlier, existing }: About,
): Edit | { kind: 'unchanged' } {
  const problem = whyNot(actor, productMoves.edit, before)
  if (problem) throw new AppError(problem)
  const request = existing.requests.get(before.id) ?? null
  const problems: RowProblem[] = []
  if (given.sku !== before.sku?.normalize('NFC')) attempt(problems, () => assertSkuFree(given.sku, before, index))
  const plan = attempt(problems, () => planEdit(before, withoutEmpty(given), { request, rules: existing.rules, takesBack: onlyPrice }))
  if (!plan || problems.length > 0) throw refusalWith(problems)
  if (plan.applied.length === 0 && plan.proposal === null) return { kind: 'unchanged' }
  if (plan.applied.includes('sku')) {
    takeSku(before, plan.after, index)
    noteFreed(earlier, before.id)
  }
  return { kind: 'updated', before, request, ...plan }
}

/** Later rows see the new state. */
function takeSku(before: Product, after: Contents, index: ProductIndex): void {
  if (before.sku !== null) {
    const others = withSku(before.sku, index.bySku).filter(({ id }) => id !== before.id)
    index.bySku.set(foldCase(before.sku), others)
  }
  addToIndex(index, { ...before, sku: after.sku })
}

/** Does the check of the unique index ahead of it, also for a SKU that will wait for review. Throws `sku-taken`. */
function assertSkuFree(sku: string | null | undefined, { id }: Product, { bySku }: ProductIndex): void {
  if (sku && withSku(sku, bySku).some((other) => other.id !== id)) throw new AppError('sku-taken', { field: 'sku' })
}
