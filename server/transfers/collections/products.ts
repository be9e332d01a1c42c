import { byField, byKind, contentFields, valueFields } from '#domain/product-fields.ts'
import { foldCase } from '#domain/text.ts'
import { imageOf } from '#server/images/image-paths.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { writeStorefrontChanges } from '#server/transfers/collections/storefront-changes.ts'
import type { Item, Kind, Reference } from '#server/transfers/kind.ts'
import { type Problem, problem } from '#server/transfers/problem.ts'
import { listed, type Transfer } from '#server/transfers/transfer.ts'
import { upsert } from '#server/transfers/upsert.ts'

type Image = ReturnType<typeof imageOf>
type Product = Item<'products', Image[]>

/** Products with their pictures, which the part `files` has stored by then. */
export const productKind: Kind<'products', Image[]> = {
  collection: 'products',
  table: products,
  state: [...['sellerId', ...contentFields, 'status', 'version', 'rejectionReason', 'archivedByAdmin']],
  gather: async (transfer, items) => {
    await findImages(transfer, items)
    for (const { record, notes } of items)
      if (record.seller_id && record.userId && record.seller_id !== record.userId)
        notes.push(problem('seller-differs', 'userId', { other: record.userId }))
  },
  references: ({ record: { seller_id, userId, backstall } }) => [
    { field: seller_id ? 'seller_id' : 'userId', collection: 'users', id: seller_id || userId },
    ...(backstall?.formerSellers ?? []).map(
      (id): Reference => ({ field: 'backstall.formerSellers', collection: 'users', id, isOptional: 'silent' }),
    ),
  ],
  uniques: (one) => {
    const owner = sellerOf(one)
    const sku = one.record.sku
    one.owner = owner
    return owner && sku && !one.record.backstall?.skuClashes ? [{ field: 'sku', code: 'sku-taken', key: `${owner}\n${foldCase(sku)}` }] : []
  },
  taken: [
    `join products p on p.seller_id = split_part(g.key, e'\\n', 1) and lower(normalize(p.sku, nfc) collate "und-x-icu") collate "C" = split_part(g.key, e'\\n', 2)
      and p.sku is not null and not p.sku_clashes and p.id <> g.id`,
  ],
  write: async ({ sql }, items) => {
    await upsert(sql, products, items.map(rowOf), { keep: ['createdAt'] })
    const paths = listed(items.flatMap(({ more }) => more.map(({ path }) => path)))
    await sql`
      update files set named_at = coalesce(named_at, now()) where path in (select json_array_elements_text(${paths}::json)) and released_at is null`
  },
  settle: ({ sql }, items) => writeStorefrontChanges(sql, items, 'id'),
}

const sellerOf = ({ record: { seller_id, userId }, idOf }: Product) => idOf('users', seller_id || userId)

type File = { path: string; name: string; width: number; height: number; bytes: number | null; productId: string; stored: boolean }

/** The stored pictures that they name. One without its file is left out and noted: the record says it, and an export returns it. */
async function findImages({ sql }: Transfer, items: Product[]): Promise<void> {
  const paths = listed(items.flatMap(({ record }) => record.images?.map(({ path }) => path) ?? []))
  const rows = await sql<File[]>`
    select g.path, coalesce(f.name, g.path) as name, coalesce(f.width, 0) as width, coalesce(f.height, 0) as height, t.bytes::int,
      coalesce(f.product_id, split_part(g.path, '/', 2)) as "productId", f.stored_at is not null and f.released_at is null or t.path is not null as stored
    from (select distinct value as path from json_array_elements_text(${paths}::json)) g
    left join files f on f.path = g.path left join transfer_files t on t.path = g.path`
  const files = new Map(rows.map((row) => [row.path, row]))
  for (const one of items) {
    one.more = (one.record.images ?? []).flatMap((image, at) => {
      const file = files.get(image.path)
      const wrong = wrongWith(one.id, image, file, `images.${at}`)
      if (wrong) one.notes.push(wrong)
      return wrong || !file ? [] : [imageOf({ path: file.path, name: image.name || file.name, width: file.width, height: file.height })]
    })
  }
}

function wrongWith(
  id: string,
  { path, size, bytes }: NonNullable<Product['record']['images']>[number],
  file: File | undefined,
  field: string,
): Problem | null {
  if (!file?.stored || file.productId !== id) return problem('file-missing', field, { path: path.slice(0, 300) })
  const expected = size ?? bytes
  if (expected == null || file.bytes === null || file.bytes === expected) return null
  return problem('file-size', field, { bytes: file.bytes, expected })
}

/** The value of a field as it is stored. */
const stored = byKind<[], unknown>({
  line: (value) => value,
  prose: (value) => value ?? '',
  text: (value) => value ?? null,
  money: (value) => value ?? null,
  count: (value) => value ?? null,
  tags: (value) => [...new Set(value ?? [])],
  attributes: (value) => value ?? [],
})

function rowOf(one: Product) {
  const { id, record, more: images } = one
  const { status: given, version: counted, created_at, updated_at, updatedAt, price = null, rejectionReason = null } = record
  const status = given ?? 'pending'
  const version = counted ?? 1
  const now = new Date().toISOString()
  const createdAt = created_at ?? now
  const wasApproved = status === 'approved' || status === 'archived'
  const { approvedVersion = wasApproved ? version : null, approvedPrice = wasApproved ? price : null, ...own } = record.backstall ?? {}
  const used = images.map(({ path }) => Number(/\/(\d+)_[^/]*$/.exec(path)?.[1] ?? 0) + 1)
  return {
    ...byField(valueFields, (field) => stored(field, record[field])),
    id,
    sellerId: sellerOf(one),
    images,
    nextImageIndex: Math.max(0, ...used),
    status,
    version,
    rejectionReason: status === 'approved' ? null : rejectionReason,
    rejectionCode: rejectionReason && status !== 'approved' ? (record.rejectionCode ?? 'other') : null,
    archivedByAdmin: status === 'archived' && (record.archivedByAdmin ?? false),
    approvedVersion: approvedVersion || null,
    approvedPrice: approvedPrice || null,
    createdAt,
    formerSellers: (own.formerSellers ?? []).map((id) => one.idOf('users', id) ?? id),
    rejectionFields: own.rejectionFields ?? [],
    skuClashes: own.skuClashes ?? false,
    updatedAt: updated_at ?? createdAt,
    statusUpdatedAt: updatedAt ?? updated_at ?? createdAt,
    submittedAt: status === 'draft' ? null : (own.submittedAt ?? createdAt),
  }
}
