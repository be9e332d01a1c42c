import { type SQL, sql } from 'drizzle-orm'
import { attributesText, csvLine, tagsText } from '#domain/csv.ts'
import { limits } from '#domain/limits.ts'
import { priceText } from '#domain/money.ts'
import type { Product, ProductStatus } from '#domain/product.ts'
import { exportColumns } from '#domain/product-import.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import { patternFor } from '#server/products/list-products.ts'
import { fromRecord, type ProductRecord, productColumns } from '#server/products/product-row.ts'
import { stillActive } from '#server/users/still-active.ts'
import { refuseInactive } from '#server/users/why-inactive.ts'

type Filters = { status?: ProductStatus | undefined; search?: string | undefined }
type Column = (typeof exportColumns)[number]

const texts: Record<Column, (product: Product, currency: string) => string> = {
  sku: ({ sku }) => sku ?? '',
  title: ({ title }) => title,
  description: ({ description }) => description,
  price: ({ price }, currency) => priceText(price, currency),
  stock: ({ stock }) => String(stock ?? ''),
  category: ({ category }) => category ?? '',
  tags: ({ tags }) => tagsText(tags),
  attributes: ({ attributes }) => attributesText(attributes),
  id: ({ id }) => id,
  status: ({ status }) => status,
  rejectionReason: ({ rejectionReason }) => rejectionReason ?? '',
  created_at: ({ created_at }) => created_at,
}

/**
 * The seller's own products as CSV, newest first, page by page: whoever reads slowly is waited for, and memory stays flat.
 * An import of the same text changes nothing. A seller who is suspended meanwhile gets no further: throws what `refuseInactive` does.
 */
export async function* exportProducts(app: App, actor: Actor, filters: Filters): AsyncGenerator<string> {
  yield csvLine(exportColumns)
  for (let last: Product | null = null; ; ) {
    const page: Product[] = await readPage(app, actor, filters, last)
    if (page.length > 0)
      yield page.map((product) => csvLine(exportColumns.map((column) => texts[column](product, app.config.currency)))).join('')
    last = page.at(-1) ?? null
    if (page.length < limits.export.page) return refuseInactive(app, actor)
  }
}

async function readPage({ db }: App, actor: Actor, { status, search }: Filters, last: Product | null): Promise<Product[]> {
  const conditions: SQL[] = [sql`products.seller_id = ${actor.id}`, stillActive(actor)]
  if (status) conditions.push(sql`products.status = ${status}`)
  if (search) conditions.push(sql`(products.title ilike ${patternFor(search)} or products.sku = ${search})`)
  if (last) conditions.push(sql`(products.created_at, products.id) < (${last.created_at}::timestamptz, ${last.id})`)
  const rows = await db.execute(sql`
    select ${productColumns} from products left join users u on u.id = products.seller_id where ${sql.join(conditions, sql` and `)}
    order by products.created_at desc, products.id desc limit ${limits.export.page}`)
  return (rows as unknown as ProductRecord[]).map(fromRecord)
}
