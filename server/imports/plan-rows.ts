import type { ReviewRules } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import { emptyFields, type Product, type ProductFields } from '#domain/product.ts'
import { contentFields, valueFields } from '#domain/product-fields.ts'
import type { ImportChange } from '#domain/product-import.ts'
import { productMoves } from '#domain/product-rules.ts'
import { foldCase } from '#domain/text.ts'
import type { Actor } from '#domain/user.ts'
import {
  addProduct,
  addSku,
  assertSkuFree,
  copyOf,
  type Earlier,
  findMeant,
  noteEdit,
  noting,
  openIndex,
  type ProductIndex,
  rejectRepeated,
} from '#server/imports/product-index.ts'
import type { RowContent } from '#server/imports/read-cells.ts'
import { type NamedContent, type ReadRow, type Refused, refusalOf } from '#server/imports/read-row.ts'
import { attempt, type RowProblem, refusalWith } from '#server/imports/row-problems.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { type EditPlan, onlyPrice, planEdit, type WaitingRequest } from '#server/products/edit/plan-edit.ts'
import { pickFields, plainValues } from '#server/products/edit/product-changes.ts'
import { withoutEmpty } from '#server/products/edit/without-empty.ts'

export type Creation = { kind: 'created'; id: string; fields: ProductFields }
export type Edit = { kind: 'updated'; before: Product; request: WaitingRequest | null } & EditPlan
type Outcome = Creation | Edit | { kind: 'unchanged' } | Refused
/** What happens to a row. */
export type Plan = Outcome & { row: number }

/** What the rows of a dry run would do, with former and new values as history records them. */
export const changesIn = (plans: readonly Plan[]): ImportChange[] =>
  plans.flatMap((plan) => (plan.kind === 'created' ? draftOf(plan) : plan.kind === 'updated' ? editOf(plan) : []))

/** The categories that the rows of a dry run would give products, also by review, and that the list lacks; in any case they count once. */
export function newCategoriesIn(plans: readonly Plan[], categories: readonly string[]): string[] {
  const given = plans.flatMap((plan) => {
    if (plan.kind === 'created') return plan.fields.category
    if (plan.kind === 'updated') return plan.proposal?.category ?? (plan.applied.includes('category') ? plan.after.category : null)
    return null
  })
  const named = given.flatMap((category) => (typeof category === 'string' ? category : []))
  return lacking(named, categories)
}

/** Those that are not in the list, each once; capitals make no difference, as in the form. */
export function lacking(names: readonly string[], list: readonly string[]): string[] {
  const known = new Set(list.map(foldCase))
  return names.filter((name) => name !== '' && !known.has(foldCase(name)) && known.add(foldCase(name)))
}

function draftOf({ row, fields }: Creation & { row: number }): ImportChange {
  const given = valueFields.filter((field) => field !== 'title' && JSON.stringify(fields[field]) !== JSON.stringify(emptyFields[field]))
  return { row, kind: 'created', title: fields.title, fields: given, waiting: [], before: null, after: plainValues(fields, given) }
}

function editOf({ row, before, after, applied, waiting, request, proposal }: Edit & { row: number }): ImportChange {
  // A request that does not change has no new proposal.
  const proposed = proposal ?? request?.payload ?? {}
  const takenBack = request?.fields.filter((field) => proposed[field] === undefined) ?? []
  const fields = contentFields.filter((field) => [...applied, ...waiting, ...takenBack].includes(field))
  const former = { ...before, ...pickFields(request?.payload ?? {}, takenBack) }
  const wanted = { ...after, ...pickFields(proposed, waiting) }
  const values = { before: plainValues(former, fields), after: plainValues(wanted, fields) }
  return { row, kind: 'updated', title: before.title, fields, waiting, ...values }
}

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
  const index = openIndex()
  for (const product of existing.products) addProduct(index, product)
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
  const copies: About = { ...about, index: copyOf(about.index), earlier: noting(about.earlier).earlier, drafts: { ...about.drafts } }
  attempt(found, () => planRow(actor, { ...content, draftId: null }, copies))
  return found.filter(({ field }) => !problems.some((problem) => problem.field === field))
}

function planRow(actor: Actor, { draftId, ...content }: NamedContent & { draftId: string | null }, about: About): Outcome {
  const { index, earlier } = about
  const { given } = content
  if (draftId !== null) return index.byId.has(draftId) ? { kind: 'unchanged' } : creation(draftId, given, about)
  const before = findMeant(index, content)
  // Ids sort in the order in which they are made, so the list shows the rows in the order of the file.
  if (!before) return creation(newId(), given, about)
  rejectRepeated(earlier, 'product', before.id)
  return edit(actor, before, given, about)
}

/** A draft, which may lack everything but a title (product §3). */
function creation(id: string, given: RowContent['given'], { index, existing, drafts }: About): Creation {
  const { title } = given
  if (title === undefined) throw new AppError('invalid-argument', { field: 'title', ...refusalText('title-needed') })
  if (drafts.made >= existing.draftsLeft) throw new AppError('too-many-drafts')
  drafts.made += 1
  addSku(index, { ...given, id })
  return { kind: 'created', id, fields: withoutEmpty({ ...emptyFields, ...given, title }) }
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
  attempt(problems, () => assertSkuFree(given, before, index, earlier))
  const plan = attempt(problems, () => planEdit(before, withoutEmpty(given), { request, rules: existing.rules, takesBack: onlyPrice }))
  if (!plan || problems.length > 0) throw refusalWith(problems)
  if (plan.applied.length === 0 && plan.proposal === null) return { kind: 'unchanged' }
  noteEdit(index, earlier, before, plan)
  return { kind: 'updated', before, request, ...plan }
}
