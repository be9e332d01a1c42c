import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { ContentField } from '#domain/product-fields.ts'
import { foldCase } from '#domain/text.ts'
import type { App } from '#server/platform/app.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { folded } from '#server/platform/database/search-pattern.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

const read = (error: unknown, key: string): unknown => (error instanceof Error ? Reflect.get(error, key) : undefined)

/** The unique indexes on a seller's SKUs: as they are written, and regardless of case. */
const indexes: readonly unknown[] = ['products_sku', 'products_sku_folded']

/** True for the violation of one of these indexes. */
const isSkuTaken = (error: unknown): boolean =>
  [error, read(error, 'cause')].some((each) => read(each, 'code') === '23505' && indexes.includes(read(each, 'constraint')))

/** Turns that violation into `sku-taken`; rethrows any other error. */
export function skuTaken(error: unknown): never {
  if (isSkuTaken(error)) throw new AppError('sku-taken', { field: 'sku' })
  throw error
}

/** The same where a product is assigned to a seller. */
export function theirSkuTaken(error: unknown): never {
  if (isSkuTaken(error)) throw new AppError('sku-taken', { field: 'seller_id', ...refusalText('seller-sku-taken') })
  throw error
}

/** Condition: the SKU has a form without case, in which it is unique; of older products it may clash with another. */
const isFolded = sql`products.sku is not null and not products.sku_clashes`

/** Condition: the SKU is this text, regardless of case; one that clashes with an older SKU is found only as it is written. */
export const isSku = (text: unknown): SQL =>
  sql`((${isFolded} and ${folded(sql`products.sku`)} = ${folded(sql`${text}::text`)}) or products.sku = ${text})`

/** Condition: the SKU begins with this text, regardless of case. */
export function skuBegins(text: string): SQL {
  const sku = folded(sql`products.sku`)
  const begin = foldCase(text)
  return sql`${isFolded} and ${sku} >= ${begin} and ${sku} < ${`${begin}\u{10ffff}`}`
}

/** The same for many SKUs. */
export function hasSku(skus: readonly string[]): SQL {
  const given = sql`jsonb_array_elements_text(${JSON.stringify(skus)}::jsonb) as given(sku)`
  const isGiven = sql`${folded(sql`products.sku`)} = any (array(select ${folded(sql`given.sku`)} from ${given}))`
  return sql`((${isFolded} and ${isGiven}) or products.sku = any (array(select given.sku from ${given})))`
}

type Proposed = { waiting: readonly ContentField[]; values: { sku?: unknown }; path?: string }

/**
 * Throws `sku-taken` if another product of the seller has a SKU that is to wait for review: the proposal could never be accepted. `path` is
 * where the values are in the input.
 */
export async function assertSkuFree(tx: Tx, { id, seller_id }: Product, { waiting, values, path = '' }: Proposed): Promise<void> {
  const { sku } = values
  if (!waiting.includes('sku') || typeof sku !== 'string' || sku === '') return
  const others = await tx.execute(sql`select from products where seller_id = ${seller_id} and ${hasSku([sku])} and id <> ${id}`)
  if (others.length > 0) throw new AppError('sku-taken', { field: `${path}sku` })
}

type Clash = { id: string; title: string; sku: string; theirs: { id: string; title: string } }

/** The products of one seller with a SKU that the other has too, as the unique indexes see it, by title; for admins, before they assign (product §2). */
export async function listSkuClashes({ db }: App, { userId, seller_id }: { userId: string; seller_id: string }): Promise<Clash[]> {
  return db.execute<Clash>(sql`
    select p.id, p.title, p.sku, jsonb_build_object('id', o.id, 'title', o.title) as theirs
    from products p join products o on o.seller_id = ${seller_id} and ${folded(sql`o.sku`)} = ${folded(sql`p.sku`)}
      and (o.sku = p.sku or not (o.sku_clashes or p.sku_clashes))
    where p.seller_id = ${userId} and p.id <> o.id and not p.unfinished order by p.title, p.id limit ${limits.bulk.itemsMax}`)
}
