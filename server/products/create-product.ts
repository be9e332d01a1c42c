import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Product, ProductFields } from '#domain/product.ts'
import { byField, valueFields } from '#domain/product-fields.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { products } from '#server/platform/database/tables/products.ts'
import { assertComplete } from '#server/products/decide/assert-complete.ts'
import { actorPlaceholders, productAfter } from '#server/products/decide/decide.ts'
import { assertDraftsLeft } from '#server/products/draft-limit.ts'
import { withoutEmpty } from '#server/products/edit/without-empty.ts'
import { findProduct } from '#server/products/find-product.ts'
import { indexAbove } from '#server/products/pictures/index-above.ts'
import { type RawProduct, withIsoMoments } from '#server/products/product-row.ts'
import { recordedMove } from '#server/products/recorded-move.ts'
import { skuTaken } from '#server/products/unique-skus.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

type Creation = ProductFields & { draft: boolean; imagesFollow: boolean; key?: string | undefined; imagesAhead?: boolean }

const value = (name: string) => sql.placeholder(name)
const values = sql.join(
  valueFields.map((field) => sql`${value(field)}::${sql.raw(products[field].getSQLType())}`),
  sql`, `,
)
const jsonFields = valueFields.filter((field) => products[field].getSQLType() === 'jsonb')

// Locks the seller's row: closing, suspending or promoting the account either waits for this statement, or came first, and then nothing is
// written.
const create = preparedStatement<RawProduct>(sql`
  with changed as (
    insert into products (id, seller_id, ${sql.raw(valueFields.join(', '))}, status, unfinished)
    select ${value('id')}::text, ${actorPlaceholders.id}::text, ${values}, ${value('status')}::product_status, ${value('unfinished')}::boolean
    where ${stillActive({ ...actorPlaceholders, role: 'seller' }, sql`for share of u`)}
    on conflict (id) do nothing
    returning *
  ), ${recordedMove('product.create', actorPlaceholders.id)}
  ${productAfter}`)

/** The same seller and key always give the same id, so that a request repeated after a lost answer finds its product (RFC 9562 §5.8). */
export function idFor(actor: Actor, key: string): string {
  const hash = createHash('sha256').update(`${actor.id}\n${key}`).digest('hex')
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4]
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/**
 * Creates a draft, or a creation that goes to review once its pictures are named (spec §4, §7, product §3).
 * Throws `incomplete-product` with the first missing field (all in `detail.missing`), `sku-taken`, `too-many-drafts`.
 */
export async function createProduct(
  app: App,
  actor: Actor,
  { draft, imagesFollow, key, imagesAhead = false, ...given }: Creation,
): Promise<Product> {
  const fields = withoutEmpty(given)
  if (!draft) assertComplete({ ...fields, images: imagesFollow ? ['on its way'] : [] })
  const id = key === undefined ? newId() : idFor(actor, key)
  const json = byField(jsonFields, (field) => JSON.stringify(fields[field]))
  const row = { ...fields, ...json, status: draft ? 'draft' : 'pending', unfinished: !draft }
  const { id: actorId, sessionId } = actor
  await assertDraftsLeft(app.db, actorId)
  const [made] = await create(app.sql, { ...row, id, actorId, sessionId }).catch(skuTaken)
  if (!made) {
    await assertActive(app, actor)
    return findProduct(app, actor, id)
  }
  app.feed.wake()
  if (imagesAhead) await countPicturesAhead(app, id)
  return withIsoMoments(made)
}

/**
 * Pictures that arrived before the product keep their index, also those that were discarded. A statement of its own, and only for forms: programs
 * send no pictures ahead, and their creation stays one statement.
 */
const countPicturesAhead = ({ db }: App, id: string) =>
  db
    .update(products)
    .set({ nextImageIndex: sql`greatest(${products.nextImageIndex}, ${indexAbove(id)})` })
    .where(sql`${products.id} = ${id} and exists (select from files where product_id = ${id})`)
