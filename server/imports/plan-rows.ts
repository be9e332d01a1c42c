import type { ReviewRules } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import type { Product, ProductFields } from '#domain/product.ts'
import { productMoves } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import type { RowContent } from '#server/imports/read-cells.ts'
import { noteFreed, type ReadRow, type Refused, refusalOf, rejectRepeated, type Seen } from '#server/imports/read-row.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { type EditPlan, type Held, onlyPrice, planEdit } from '#server/products/edit/plan-edit.ts'
import type { Contents } from '#server/products/edit/product-changes.ts'
import { withoutEmpty } from '#server/products/edit/without-empty.ts'

export type Creation = { kind: 'created'; id: string; fields: ProductFields }
export type Edit = { kind: 'updated'; before: Product; held: Held | null } & EditPlan
type Outcome = Creation | Edit | { kind: 'unchanged' } | Refused
/** What becomes of a row. */
export type Plan = Outcome & { row: number }

/** The products of one person, as rows ask for them. */
type Known = { byId: Map<string, Product>; bySku: Map<string, Product> }
/** The products that rows may be about, each with the edit request that waits for it, and the rules by which changes are reviewed. */
export type Existing = { products: readonly Product[]; held: ReadonlyMap<string, Held>; rules: ReviewRules }
type About = { known: Known; seen: Seen; existing: Existing }

/** Decides what becomes of each row, one after the other, by the very rules of the form. `existing` are the person's products they may be about. */
export function planRows(actor: Actor, rows: readonly ReadRow[], existing: Existing, seen: Seen): Plan[] {
  const known: Known = { byId: new Map(), bySku: new Map() }
  for (const product of existing.products) know(known, product)
  return rows.map((row) => {
    if (row.kind === 'refused') return row
    try {
      return { row: row.row, ...planRow(actor, row, { known, seen, existing }) }
    } catch (error) {
      return { row: row.row, ...refusalOf(error) }
    }
  })
}

function know({ byId, bySku }: Known, product: Product): void {
  byId.set(product.id, product)
  if (product.sku !== null) bySku.set(product.sku, product)
}

function planRow(actor: Actor, { id, draftId, given }: Extract<ReadRow, { kind: 'read' }>, about: About): Outcome {
  const { known, seen } = about
  if (draftId !== null) return known.byId.has(draftId) ? { kind: 'unchanged' } : creation(draftId, given)
  const before = id === null ? known.bySku.get(given.sku ?? '') : known.byId.get(id)
  if (!before && id !== null) throw new AppError('not-found', { field: 'id', message: noSuchId })
  // Ids made one after another sort like that, so the list shows the rows in the order of the file.
  if (!before) return creation(newId(), given)
  rejectRepeated(seen, 'product', before.id)
  return edit(actor, before, given, about)
}

const noSuchId = 'You have no product with this id. Leave the cell empty to find it by its SKU, or to make a new one.'
const nothing = { description: '', price: null, category: null, sku: null, stock: null, tags: [], attributes: [] }

/** A draft, which may lack anything but its title (product §3). */
function creation(id: string, given: RowContent['given']): Creation {
  const { title } = given
  if (title === undefined) throw new AppError('invalid-argument', { field: 'title', message: 'A new product needs a title.' })
  return { kind: 'created', id, fields: withoutEmpty({ ...nothing, ...given, title }) }
}

function edit(actor: Actor, before: Product, given: RowContent['given'], { known, seen, existing }: About): Edit | { kind: 'unchanged' } {
  const problem = whyNot(actor, productMoves.edit, before)
  if (problem) throw new AppError(problem)
  const held = existing.held.get(before.id) ?? null
  const plan = planEdit(before, withoutEmpty(given), { held, rules: existing.rules, takesBack: onlyPrice })
  if (plan.applied.length === 0 && plan.proposal === null) return { kind: 'unchanged' }
  if (plan.applied.includes('sku')) {
    takeSku(before, plan.after, known)
    noteFreed(seen, before.id)
  }
  if (plan.waiting.includes('sku')) refuseTaken(plan.proposal?.sku, known)
  return { kind: 'updated', before, held, ...plan }
}

/** What the unique index would say; the rows behind this one see the new state. Throws `sku-taken`. */
function takeSku(before: Product, after: Contents, known: Known): void {
  refuseTaken(after.sku, known)
  if (before.sku !== null) known.bySku.delete(before.sku)
  know(known, { ...before, sku: after.sku })
}

function refuseTaken(sku: string | null | undefined, { bySku }: Known): void {
  if (sku && bySku.has(sku)) throw new AppError('sku-taken', { field: 'sku' })
}
