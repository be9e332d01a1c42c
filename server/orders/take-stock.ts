import { sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { ArrivedOrder } from '#domain/order.ts'
import type { Product } from '#domain/product.ts'
import { type SoldField, soldFields } from '#domain/product-fields.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import { onSale } from '#server/products/on-sale.ts'
import { columnsOf } from '#server/products/product-row.ts'

/** A product that is or was on sale, locked to the end of the transaction. */
export type Sold = Pick<Product, 'id' | SoldField | 'stock'> & { sellerId: string; isOnSale: boolean }

/** Condition on `products`: on sale, or not any more. */
export const wasOnSale = sql`products.status in ('approved', 'archived') and not products.unfinished`

const idsIn = (ids: readonly string[]) => sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`

/**
 * Locks first the sellers and then the products of an order, each in the order of their ids, so that two orders cannot deadlock, and a
 * suspension at this moment either waits or came first. Returns those that are or were on sale, as the storefront shows them.
 */
export async function lockSold(tx: Tx, ids: readonly string[]): Promise<Map<string, Sold>> {
  await tx.execute(sql`
    select id from users where id in (select seller_id from products where id in ${idsIn(ids)}) order by id for share`)
  const rows = await tx.execute<Sold>(sql`
    select products.id, ${sql.raw(columnsOf(soldFields))}, products.seller_id as "sellerId", products.stock, ${onSale} as "isOnSale"
    from products join users u on u.id = products.seller_id
    where products.id in ${idsIn(ids)} and ${wasOnSale}
    order by products.id for no key update of products`)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Takes the pieces of an order that are still to be shipped from the stock of its products; a product that does not count its stock has enough.
 * Returns the products.
 * Throws `not-on-sale` and `out-of-stock` with the field of the first such line, and all of them in `detail.issues`.
 */
export async function takeStock(tx: Tx, lines: readonly LineAsked[]): Promise<Map<string, Sold>> {
  const { sold, wanted, problems } = await checkLines(tx, lines)
  const [first, ...others] = problems
  if (first) throw others.length === 0 ? first : withIssues(first, problems)
  const taken = [...wanted].map(([id, quantity]) => ({ id, quantity }))
  await tx.execute(sql`
    update products p set stock = p.stock - t.quantity, updated_at = now()
    from json_to_recordset(${JSON.stringify(taken)}::json) as t (id text, quantity integer) where p.id = t.id and p.stock is not null`)
  return sold
}

/** What a line asks for. */
export type LineAsked = Pick<ArrivedOrder['lines'][number], 'product_id' | 'quantity' | 'status'>

/** What was shipped before the order arrived here took its stock then. */
export const takesStock = ({ status = 'open' }: Pick<LineAsked, 'status'>): boolean => status === 'open'

/**
 * Locks the products of these lines, and checks that they are on sale and in stock; those of shipped and delivered lines need only have been
 * on sale.
 */
export async function checkLines(tx: Tx, lines: readonly LineAsked[]) {
  const sold = await lockSold(tx, [...new Set(lines.map(({ product_id }) => product_id))])
  const known = await knownIn(
    tx,
    lines.map(({ product_id }) => product_id).filter((id) => !sold.has(id)),
  )
  const wanted = new Map<string, number>()
  const problems: AppError[] = []
  for (const [at, { product_id, quantity, status }] of lines.entries()) {
    const product = sold.get(product_id)
    if (product && !takesStock({ status })) continue
    const sum = (wanted.get(product_id) ?? 0) + quantity
    wanted.set(product_id, sum)
    if (!product?.isOnSale) problems.push(notOnSale(product !== undefined || known.has(product_id), at))
    else if (product.stock !== null && sum > product.stock) problems.push(outOfStock(product.stock, at))
  }
  return { sold, wanted, problems }
}

async function knownIn(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await tx.execute<{ id: string }>(sql`select id from products where id in ${idsIn(ids)}`)).map(({ id }) => id))
}

const withIssues = ({ code, field, message, named, detail }: AppError, all: readonly AppError[]) =>
  new AppError(code, {
    field,
    message,
    named,
    detail: { ...detail, issues: all.map((one) => ({ field: one.field ?? '', message: one.message, named: one.named })) },
  })

function notOnSale(isKnown: boolean, at: number): AppError {
  const field = `lines.${at}.product_id`
  return new AppError('not-on-sale', isKnown ? { field } : { field, ...refusalText('product-not-found') })
}

const outOfStock = (stock: number, at: number) =>
  new AppError('out-of-stock', {
    field: `lines.${at}.quantity`,
    ...(stock === 0 ? refusalText('sold-out') : refusalText('few-left', { stock })),
    detail: { stock },
  })
