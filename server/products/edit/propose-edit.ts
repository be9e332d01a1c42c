import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { isOtherKey } from '#domain/edit-payload.ts'
import { type EditValues, type OtherValues, otherValues } from '#domain/edit-request.ts'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { record } from '#server/platform/events/record.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { endRequest } from '#server/products/edit/end-request.ts'
import { fieldsIn, type WaitingRequest } from '#server/products/edit/plan-edit.ts'
import { changedFields, pickFields, plainValues } from '#server/products/edit/product-changes.ts'
import { supersedeIn } from '#server/products/edit/supersede.ts'
import { releaseProposed } from '#server/products/pictures/proposed-files.ts'

type Sellable = Pick<Product, 'id' | 'status'>

/**
 * The waiting requests of these products, by product id, including those from imports, which the product does not name. If the transaction has
 * locked the products, their requests cannot change. A request that is not understood or belongs to another person comes without fields and
 * values, whatever its payload holds: no change can join it.
 */
export async function findWaitingRequests(tx: Tx, products: readonly Sellable[]): Promise<Map<string, WaitingRequest>> {
  const ids = products.filter(({ status }) => status === 'approved').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await tx.execute<WaitingRequest & { product_id: string; isTheirs: boolean }>(sql`
    select r.id, r.product_id, r.version, r.fields, r.payload, r.note, r.seller_id is not distinct from p.seller_id as "isTheirs"
    from edit_requests r join products p on p.id = r.product_id where r.status = 'pending' and r.product_id = any (${texts(ids)})`)
  return new Map(
    rows.map(({ product_id, isTheirs, ...request }) => {
      const fields = isTheirs ? request.fields : []
      const payload = fields.length > 0 ? pickFields(request.payload, fields) : {}
      return [product_id, { ...request, fields, payload, other: isTheirs ? othersOf(request) : {} }]
    }),
  )
}

/** A request without fields is understood only if none of its keys is a product field. */
function othersOf({ payload, fields }: Pick<WaitingRequest, 'payload' | 'fields'>): OtherValues {
  const others = otherValues(payload, fields)
  return fields.length > 0 || Object.keys(others).every(isOtherKey) ? others : {}
}

/** The request, if it is understood: a change keeps its values and note. */
const ifUnderstood = (request: WaitingRequest | null): WaitingRequest | null =>
  request && (request.fields.length > 0 || isAny(request.other)) ? request : null
const isAny = (values: object) => Object.keys(values).length > 0

/** The waiting request of a locked product, if any. */
export const findWaitingRequest = async (tx: Tx, product: Sellable): Promise<WaitingRequest | null> =>
  (await findWaitingRequests(tx, [product])).get(product.id) ?? null

/** The request that a form shows, in the version it had when the form was opened. */
export type ExpectedRequest = Pick<WaitingRequest, 'id' | 'version'>

/** Throws `stale-version` if the waiting request or its version is not the one that the form shows. */
export function assertSameRequest(request: WaitingRequest | null, seen: ExpectedRequest | undefined, fresh: Product): void {
  if (seen && (request?.id !== seen.id || request.version !== seen.version)) throw new AppError('stale-version', { detail: { fresh } })
}

/** A change to a request: the values that wait from now on (null: unchanged), values of other keys, a note. */
type ProposedChange = { proposal: EditValues | null; other?: OtherValues; note: string | undefined }

/**
 * What the request holds after a change of its values, other keys or note; null if none of them changes. Throws `nothing-proposed` for a note
 * without a request: no admin would ever read it.
 */
export function requestChangeOf(
  request: WaitingRequest | null,
  change: ProposedChange,
): Pick<Proposing, 'proposal' | 'other' | 'note'> | null {
  const understood = ifUnderstood(request)
  const former = understood?.other ?? {}
  const requestChange = {
    proposal: change.proposal ?? understood?.payload ?? {},
    other: { ...former, ...change.other },
    note: change.note === undefined ? (understood?.note ?? null) : change.note || null,
  }
  if (change.proposal || !isDeepStrictEqual(requestChange.other, former)) return requestChange
  if (requestChange.note && !understood) throw new AppError('nothing-proposed', { field: 'note', ...refusalText('no-reader-of-note') })
  return understood && requestChange.note !== understood.note ? requestChange : null
}

export type Proposing = {
  /** Locked, with the values that are live from now on. */
  product: Product
  request: WaitingRequest | null
  /** All that the request proposes from now on. Without any value here or in `other` the request is withdrawn. */
  proposal: EditValues
  other: OtherValues
  note: string | null
}

/** The request's id, and the paths of released pictures. */
type Proposed = { id: string; dropped: string[] }

/**
 * Writes what waits for review into the product's only request: creates, updates or withdraws it (product §4).
 * `may` is an SQL condition on the actor; null if it did not hold.
 */
export async function proposeIn(tx: Tx, actor: Pick<Actor, 'id'>, may: SQL, proposing: Proposing): Promise<Proposed | null> {
  const { product, request, proposal, other } = proposing
  const isEmpty = fieldsIn(proposal).length === 0 && !isAny(other)
  const id = isEmpty && request ? await withdraw(tx, actor, may, product, request) : await write(tx, actor, may, proposing)
  return id === null ? null : { id, dropped: await releaseProposed(tx, product.id, pathsOf(proposal)) }
}

const pathsOf = ({ images = [] }: EditValues) => images.map(({ path }) => path)

async function withdraw(tx: Tx, actor: Pick<Actor, 'id'>, may: SQL, product: Product, { id }: WaitingRequest): Promise<string | null> {
  return (await endRequest(tx, { id, product, move: 'withdraw', actorId: actor.id, may })) && id
}

async function write(tx: Tx, actor: Pick<Actor, 'id'>, may: SQL, proposing: Proposing): Promise<string | null> {
  const { product, request, proposal, note } = proposing
  const joined = request && request.fields.length > 0 ? request : null
  // A request without fields can only be closed, so a new one replaces it. Its pictures are released, except those that the new one proposes.
  if (request && !joined) await supersedeIn(tx, [product.id], pathsOf(proposal))
  const id = joined ? await update(tx, joined, may, proposing) : await insert(tx, actor, may, proposing)
  if (id === null) return null
  const before: EditValues = joined ? joined.payload : product
  const fields = joined ? changedFields(before, proposal) : fieldsIn(proposal)
  const about = { itemId: id, ownerId: product.seller_id, actorId: actor.id, title: product.title, reason: note }
  const others = changedOthers(joined?.other ?? {}, proposing.other)
  const values = {
    before: { ...plainValues(before, fields), ...others.before },
    after: { ...plainValues(proposal, fields), ...others.after },
  }
  const kind = joined ? 'editRequest.edit' : 'editRequest.create'
  await record(tx, { ...about, fields: [...fields, ...others.fields], ...values, kind })
  return id
}

/** The other keys with new values, for the history: all under the field name `extra`, as the keys can be any text. */
function changedOthers(before: OtherValues, after: OtherValues) {
  const same = Object.keys(after).filter((key) => isDeepStrictEqual(before[key], after[key]))
  const was = otherValues(before, same)
  const is = otherValues(after, same)
  return isAny(is) ? { fields: ['extra'], before: { extra: was }, after: { extra: is } } : { fields: [] }
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
const texts = (list: readonly string[]) => sql`array(select jsonb_array_elements_text(${json(list)}))`

/** The live values of the proposal's fields. */
const baseOf = (product: Product, proposal: EditValues) => Object.fromEntries(fieldsIn(proposal).map((field) => [field, product[field]]))

async function insert(tx: Tx, actor: Pick<Actor, 'id'>, may: SQL, { product, proposal, other, note }: Proposing): Promise<string | null> {
  const id = newId()
  const rows = await tx.execute(sql`
    with made as (
      insert into edit_requests (id, product_id, product_title, seller_id, base_version, payload, base, fields, note)
      select ${id}, ${product.id}, ${product.title}, ${actor.id}, ${product.version}::integer, ${json({ ...other, ...proposal })}, ${json(baseOf(product, proposal))},
        ${texts(fieldsIn(proposal))}, ${note}
      where ${may}
      returning id, product_id
    )
    update products set edit_request_id = made.id from made where products.id = made.product_id returning products.id`)
  return rows.length > 0 ? id : null
}

async function update(tx: Tx, request: WaitingRequest, may: SQL, { product, proposal, other, note }: Proposing): Promise<string | null> {
  const rows = await tx.execute(sql`
    with written as (
      update edit_requests set payload = ${json({ ...other, ...proposal })}, base = ${json(baseOf(product, proposal))}, fields = ${texts(fieldsIn(proposal))},
        note = ${note}, version = version + 1, base_version = ${product.version}::integer, updated_at = now()
      where id = ${request.id} and status = 'pending' and version = ${request.version}::integer and ${may} returning id, product_id
    ), known as (
      update products set edit_request_id = written.id from written where products.id = written.product_id and edit_request_id is null
    )
    select id from written`)
  return rows.length > 0 ? request.id : null
}
