import { z } from 'zod'
import { EditPayload, isTooLarge } from '#domain/edit-payload.ts'
import { type EditRequestStatus, EditValues } from '#domain/edit-request.ts'
import { ImagePath, ProductImage } from '#domain/image.ts'
import { reviewableFields } from '#domain/product-fields.ts'
import { imageOf } from '#server/images/image-paths.ts'
import { editRequests } from '#server/platform/database/tables/edit-requests.ts'
import { noteMissing } from '#server/transfers/collections/note-missing.ts'
import type { Item, Kind } from '#server/transfers/kind.ts'
import { isObject } from '#server/transfers/parse-record.ts'
import { problem } from '#server/transfers/problem.ts'
import { listed, type Transfer } from '#server/transfers/transfer.ts'
import { upsert } from '#server/transfers/upsert.ts'

type Request = Item<'editRequests', undefined>
type Live = { id: string; title: string; version: number; sellerId: string | null } & Record<string, unknown>

const productOf = ({ record }: Request) => record.product_id || record.productId || null
const statusOf = ({ record }: Request): EditRequestStatus => record.status ?? 'pending'
/** What it asks for: its payload, or in a free-form record all that is not about the request itself (product §4). */
function payloadOf({ raw }: Request, { options, shapes }: Pick<Transfer, 'options' | 'shapes'>): unknown {
  const payload = raw.payload ?? Object.fromEntries(Object.entries(raw).filter(([key]) => !Object.hasOwn(shapes.editRequests.shape, key)))
  const price = options.majorUnits && isObject(payload) ? shapes.products.shape.price.safeParse(payload.price).data : null
  return price == null ? payload : { ...(payload as object), price }
}

/** The pictures that it proposes, as paths or as objects with one. */
const picturesIn = (payload: unknown): string[] =>
  isObject(payload) && Array.isArray(payload.images)
    ? payload.images.flatMap((image) => ImagePath.safeParse(isObject(image) ? image.path : image).data ?? [])
    : []

/** Edit requests of any shape. One that Backstall does not understand is shown as it is and can only be closed. */
export const editRequestKind: Kind<'editRequests'> = {
  collection: 'editRequests',
  table: editRequests,
  state: ['status', 'version', 'payload', 'note', 'rejectionReason'],
  gather: async (transfer, items) => {
    await noteMissing(transfer, items, (one) => (statusOf(one) === 'pending' ? picturesIn(payloadOf(one, transfer)) : []), 'payload.images')
    for (const one of items) if (isTooLarge(payloadOf(one, transfer))) one.refusals.push(problem('payload-too-large', 'payload'))
  },
  references: ({ record: { product_id, productId, seller_id, userId, backstall } }) => [
    { field: product_id ? 'product_id' : 'productId', collection: 'products', id: product_id || productId, isOptional: 'noted' },
    { field: 'backstall.decidedBy', collection: 'users', id: backstall?.decidedBy, isOptional: 'silent' },
    { field: seller_id ? 'seller_id' : 'userId', collection: 'users', id: seller_id || userId },
  ],
  uniques: (one) => {
    const product = productOf(one)
    return product && statusOf(one) === 'pending' ? [{ field: 'product_id', code: 'request-waits', key: product }] : []
  },
  taken: ["join edit_requests r on r.product_id = g.key and r.status = 'pending' and r.id <> g.id"],
  write: async (transfer, items) => {
    const { sql } = transfer
    const products = await sql<Live[]>`
      select *, seller_id as "sellerId" from products where id in (select json_array_elements_text(${listed(items.flatMap((one) => productOf(one) ?? []))}::json))`
    const live = new Map(products.map((row) => [row.id, row]))
    const rows = items.map((one) => rowOf(one, payloadOf(one, transfer), live.get(productOf(one) ?? '')))
    await upsert(sql, editRequests, rows, { keep: ['createdAt'] })
    await proposeAgain(transfer, items)
  },
}

/** A waiting request of another Backstall: its product names it, and the pictures that it proposes are kept. */
async function proposeAgain({ sql }: Transfer, items: readonly Request[]): Promise<void> {
  const ids = listed(items.flatMap((one) => (one.record.backstall && statusOf(one) === 'pending' ? [one.id] : [])))
  await sql`
    with waiting as (
      select id, product_id, payload from edit_requests
      where id in (select json_array_elements_text(${ids}::json)) and status = 'pending' and fields <> '{}'
    ), pictures as (
      update files f set proposed_at = coalesce(proposed_at, now()) from waiting w, jsonb_path_query(w.payload, '$.images[*].path') i (path)
      where f.path = i.path #>> '{}' and f.product_id = w.product_id and f.named_at is null
    )
    update products p set edit_request_id = w.id from waiting w where p.id = w.product_id and p.edit_request_id is null`
}

function rowOf(one: Request, payload: unknown, live: Live | undefined) {
  const { id, record, idOf } = one
  const { backstall } = record
  const now = new Date().toISOString()
  const createdAt = record.created_at ?? record.createdAt ?? now
  const title =
    typeof record.productTitle === 'string' && record.productTitle.isWellFormed()
      ? record.productTitle.replaceAll('\0', '').slice(0, 140)
      : null
  const { data: values } = OwnValues.safeParse(backstall ? payload : null)
  const fields = backstall && values ? backstall.fields.filter((field) => field in values) : understood(payload)
  return {
    id,
    productId: productOf(one),
    productTitle: title || live?.title || 'Unknown product',
    status: statusOf(one),
    version: backstall?.version ?? 1,
    baseVersion: backstall?.baseVersion ?? live?.version ?? 1,
    sellerId: idOf('users', record.seller_id || record.userId) ?? live?.sellerId ?? null,
    fields,
    payload: values?.images ? { ...(payload as object), images: values.images } : payload,
    decisions: backstall?.decisions ?? [],
    decidedBy: idOf('users', backstall?.decidedBy),
    base: OwnValues.safeParse(backstall?.base).data ?? Object.fromEntries(fields.map((field) => [field, live?.[field] ?? null])),
    note: record.note ?? null,
    rejectionReason: record.rejectionReason ?? null,
    decidedAt: record.decidedAt ?? null,
    createdAt,
    updatedAt: record.updated_at ?? createdAt,
  }
}

/** Values of another Backstall. The addresses of their pictures are made here, from their paths. */
const OwnValues = EditValues.extend({ images: z.array(ProductImage.extend({ path: ImagePath }).transform(imageOf)).optional() })

/** The fields that it proposes; none if it is not understood, or names pictures, which were never uploaded for it. */
function understood(payload: unknown) {
  const { data } = EditPayload.safeParse(payload)
  return data && !('images' in data) ? reviewableFields.filter((field) => field in data) : []
}
