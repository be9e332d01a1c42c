import { type SQL, sql } from 'drizzle-orm'
import { type ReviewRules, referencePrice } from '#domain/edit-request.ts'
import { byField, type ValueField, valueFields } from '#domain/product-fields.ts'
import type { Actor } from '#domain/user.ts'
import type { Creation, Edit, Plan } from '#server/imports/plan-rows.ts'
import { changesSku } from '#server/imports/product-index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { countsVersion, pickFields, plainValues } from '#server/products/edit/product-changes.ts'
import { proposeIn } from '#server/products/edit/propose-edit.ts'
import { recordedMove } from '#server/products/recorded-move.ts'

type Planned<What> = What & { row: number }

/**
 * Writes the planned rows with their events, many in one statement. Products and owner are locked, so the statements find them as planned.
 * Returns the rows whose SKU was taken meanwhile: they have to be planned again.
 */
export async function writePlans(tx: Tx, actor: Actor, plans: readonly Plan[], rules: ReviewRules): Promise<Set<number>> {
  const taken = new Set<number>()
  for (const group of groupsOf(plans)) {
    const edits = group.filter((plan) => plan.kind === 'updated')
    const creations = group.filter((plan) => plan.kind === 'created')
    await writeEdits(tx, actor, edits, rules)
    for (const row of await writeCreations(tx, actor, creations)) taken.add(row)
  }
  return taken
}

/** Groups rows that can be written in any order. An edit of a SKU is a separate group, as it may free a SKU that the next row takes. */
function groupsOf(plans: readonly Plan[]): Plan[][] {
  const groups: Plan[][] = [[]]
  for (const plan of plans) {
    const alone = plan.kind === 'updated' && changesSku(plan)
    if (alone) groups.push([plan], [])
    else groups.at(-1)?.push(plan)
  }
  return groups
}

const texts = (list: SQL) => sql`array(select jsonb_array_elements_text(${list}))`
const isList = (field: ValueField) => products[field].getSQLType() === 'text[]'
const listOf = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)
const names = sql.raw(valueFields.join(', '))
/** The fields in rows of JSON, and as the columns take them from `input`. */
const columns = sql.raw(valueFields.map((field) => `${field} ${isList(field) ? 'jsonb' : products[field].getSQLType()}`).join(', '))
const values = byField(valueFields, (field) => {
  const value = sql.raw(`input.${field}`)
  return isList(field) ? texts(value) : value
})
const assignments = listOf(valueFields.map((field) => sql`${sql.raw(field)} = ${values[field]}`))

async function writeEdits(tx: Tx, actor: Actor, edits: readonly Planned<Edit>[], rules: ReviewRules): Promise<void> {
  const atOnce = edits.filter(({ applied }) => applied.length > 0)
  if (atOnce.length > 0) await writeAtOnce(tx, actor, atOnce, rules)
  for (const { before, after, request, proposal } of edits) {
    const proposing = proposal && {
      product: { ...before, ...after },
      request,
      proposal,
      other: request?.other ?? {},
      note: request?.note ?? null,
    }
    if (proposing && !(await proposeIn(tx, actor, sql`true`, proposing))) throw changedDespiteLock
  }
}

const changedDespiteLock = new Error('Products changed while an import held them.')

async function writeAtOnce(tx: Tx, actor: Actor, edits: readonly Planned<Edit>[], rules: ReviewRules): Promise<void> {
  const input = edits.map(({ before, after, applied }) => {
    const version = before.version + (countsVersion(before, applied, rules) ? 1 : 0)
    const recordedValues = { before: plainValues(before, applied), after: plainValues(after, applied) }
    const row = { id: before.id, seen: before.version, version, judged: referencePrice(before), changed: applied, ...recordedValues }
    return { ...pickFields(after, valueFields), ...row }
  })
  const details = { fields: texts(sql`changed.changed`), before: sql`changed.before`, after: sql`changed.after` }
  const written = await tx.execute(sql`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
        as t (id text, seen integer, version integer, judged bigint, ${columns}, changed jsonb, before jsonb, after jsonb)
    ), changed as (
      update products set ${assignments}, version = input.version, approved_price = input.judged, updated_at = now()
      from input where products.id = input.id and products.version = input.seen and products.seller_id = ${actor.id}
      returning products.id, products.seller_id, products.title, input.changed, input.before, input.after
    ), ${recordedMove('product.edit', sql`${actor.id}`, details)}
    select id from changed`)
  if (written.length < edits.length) throw changedDespiteLock
}

/** Returns the rows that were not written because their SKU was taken meanwhile. */
async function writeCreations(tx: Tx, actor: Actor, creations: readonly Planned<Creation>[]): Promise<number[]> {
  if (creations.length === 0) return []
  const input = creations.map(({ id, fields }) => ({ id, ...fields }))
  const written = await tx.execute<{ id: string }>(sql`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as t (id text, ${columns})
    ), changed as (
      insert into products (id, seller_id, ${names}, status) select id, ${actor.id}, ${listOf(Object.values(values))}, 'draft' from input
      on conflict do nothing
      returning id, seller_id, title
    ), ${recordedMove('product.create', sql`${actor.id}`)}
    select id from changed`)
  const made = new Set(written.map(({ id }) => id))
  return creations.filter(({ id }) => !made.has(id)).map(({ row }) => row)
}
