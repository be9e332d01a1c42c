import { sql } from 'drizzle-orm'
import type { Product } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { Tx } from '#server/database/database.ts'
import type { ReadRow } from '#server/imports/read-row.ts'
import { fromRecord, type ProductRecord, productColumns } from '#server/products/product-row.ts'
import { visibleTo } from '#server/products/visible-to.ts'

const list = (texts: readonly (string | null | undefined)[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts.filter(Boolean))}::jsonb))`

/** The person's own products that these rows may be about, with `hold` kept from changing until the transaction ends. */
export async function existingProducts(tx: Tx, actor: Actor, rows: readonly ReadRow[], hold: boolean): Promise<Product[]> {
  const read = rows.filter((row) => row.kind === 'read')
  const ids = list(read.flatMap(({ id, draftId }) => [id, draftId]))
  const skus = list(read.map(({ given }) => given.sku))
  // Always held in the same order, so that two files of one seller do not wait for each other for ever.
  const found = sql`
    select ${productColumns} from products left join users u on u.id = products.seller_id
    where ${visibleTo(actor)} and (products.id = any (${ids}) or products.sku = any (${skus})) order by products.id
    ${hold ? sql`for no key update of products` : sql``}`
  return ((await tx.execute(found)) as unknown as ProductRecord[]).map(fromRecord)
}
