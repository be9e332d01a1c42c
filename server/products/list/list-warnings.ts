import type { ProductWarning } from '#contract/products.ts'
import type { Person } from '#domain/person.ts'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/platform/app.ts'
import { personJson } from '#server/platform/database/person.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { findProduct } from '#server/products/find-product.ts'

const { sample, priceTimes, titleLikeness, duplicatesShown } = limits.warning

/** What simple checks find worth a second look, for admins; never a refusal (product §3). Throws `not-found`. */
export async function listWarnings(app: App, actor: Actor, id: string): Promise<ProductWarning[]> {
  const product = await findProduct(app, actor, id)
  const [price, title] = await Promise.all([farPrice(app, product), duplicateTitle(app, product)])
  return [...(product.description.trim() === '' ? [{ code: 'no_description' as const }] : []), ...price, ...title]
}

/** Compares with the median of the latest approved prices in the category, without the product itself. */
async function farPrice({ sql }: App, { id, category, price }: Product): Promise<ProductWarning[]> {
  if (!category || price === null) return []
  const [row] = await sql<{ median: number | null }[]>`
    select round(percentile_cont(0.5) within group (order by price))::bigint as median from (
      select price from products where status = 'approved' and category = ${category} and id <> ${id} and price is not null
      order by status_updated_at desc limit ${sample}
    ) latest`
  const median = row?.median ?? null
  const far = median !== null && (price > median * priceTimes || price * priceTimes < median)
  return far ? [{ code: 'price_far', median }] : []
}

type Alike = { id: string; title: string; seller: Person | null }

/** Other products with nearly the same title, without drafts. */
async function duplicateTitle({ sql }: App, { id, title }: Product): Promise<ProductWarning[]> {
  const products = await sql.begin(async (tx) => {
    // Set for this transaction only. Without the index, a title that resembles many others would scan all products.
    await tx`select set_config('pg_trgm.similarity_threshold', ${String(titleLikeness)}, true), set_config('enable_seqscan', 'off', true)`
    return tx<Alike[]>`
      select p.id, p.title, ${tx.unsafe(personJson)} as seller from (
        select id, title, seller_id from products where title % ${title} and id <> ${id} and status <> 'draft' and not unfinished limit ${sample}
      ) p left join users u on u.id = p.seller_id
      order by similarity(p.title, ${title}) desc, p.id limit ${duplicatesShown}`
  }, 'read only')
  return products.length > 0 ? [{ code: 'duplicate_title', products: [...products] }] : []
}
