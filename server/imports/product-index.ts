import { hash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { Product } from '#domain/product.ts'
import type { ImportColumn } from '#domain/product-fields.ts'
import { furtherColumns, importColumns } from '#domain/product-import.ts'
import { foldCase } from '#domain/text.ts'
import type { Plan } from '#server/imports/plan-rows.ts'
import type { RowContent } from '#server/imports/read-cells.ts'
import { headerReader } from '#server/imports/read-header.ts'
import type { NamedContent } from '#server/imports/read-row.ts'
import { refusalText } from '#server/platform/problem-texts.ts'
import type { EditPlan } from '#server/products/edit/plan-edit.ts'

/* Which product a row means: by its id, or by its SKU regardless of case, after all that earlier rows of the file changed. */

/** A column of an import of products. */
export type KnownColumn = ImportColumn | 'id'

/** The columns by which a product is found. */
export const identifying: readonly (string | null)[] = ['id', 'sku'] satisfies KnownColumn[]
/** What a row calls its product: a file needs one of these, or the id. */
export const callingColumns = ['title', 'sku'] as const satisfies readonly KnownColumn[]

export const productHeader = headerReader<KnownColumn>({
  known: [...importColumns, 'id'],
  own: furtherColumns,
  lacks: (columns) => {
    if (columns.some((column) => column === 'title' || identifying.includes(column))) return null
    return refusalText('columns-naming', { one: 'sku', other: 'title', columns: importColumns.join(', ') })
  },
})

/** The keys that earlier rows named. */
type Named = Pick<Set<string>, 'has' | 'add'>

/** What earlier rows of the file were about, as short hashes, since a file may have many rows. */
export type Earlier = { named: Named; nameless: Map<string, number> }

export const short = (text: string) => hash('sha1', text, 'base64')
const names = { id: 'id', sku: 'SKU', product: 'product' }

/** Notes what a row names. Throws `invalid-argument` if an earlier row named it. */
export function rejectRepeated({ named }: Earlier, kind: keyof typeof names, value: string): void {
  const key = keyOf(kind, value)
  if (named.has(key)) throw repeated(kind)
  named.add(key)
}

/** What a row names was named by an earlier one. */
const repeated = (kind: keyof typeof names) =>
  new AppError('invalid-argument', { field: kind, ...refusalText('named-before', { what: names[kind] }) })

/** The SKU that a row names, if any. */
export const skuOf = ({ given }: Pick<RowContent, 'given'>): string | undefined => given.sku || undefined

/** True for a row that names no product. */
export const isNameless = (content: RowContent) => content.id === null && skuOf(content) === undefined

/** Notes the SKU of a row. Returns whether an earlier row has it but for case; throws `invalid-argument` if one has it as it is written. */
export function noteSku(earlier: Earlier, { sku }: RowContent['given']): boolean {
  if (!sku) return false
  rejectRepeated(earlier, 'sku', sku)
  const folded = keyOf('folded', foldCase(sku))
  const isRepeated = earlier.named.has(folded)
  earlier.named.add(folded)
  return isRepeated
}

const keyOf = (kind: keyof typeof names | 'freed' | 'folded' | 'taken', value: string) => short(`${kind}\n${value}`)

/** Notes the product of a row that was taken before, perhaps by another node. */
export const noteProduct = ({ named }: Earlier, id: string): void => void named.add(keyOf('product', id))

/** A layer of notes on top of the earlier ones; `keep` makes them count for later batches. */
export function noting({ named, nameless }: Earlier): { earlier: Earlier; keep: () => void } {
  const fresh = new Set<string>()
  const both: Named = { has: (key) => fresh.has(key) || named.has(key), add: (key) => fresh.add(key) }
  const keep = () => {
    for (const key of fresh) named.add(key)
  }
  return { earlier: { named: both, nameless }, keep }
}

/**
 * The products as a dry run finds them, which writes nothing: a SKU that an earlier batch would have changed is free for later rows. A later
 * row cannot name its product in any case.
 */
export const withoutFreed = (products: readonly Product[], { named }: Earlier): Product[] =>
  products.map((product) => (named.has(keyOf('freed', product.id)) ? { ...product, sku: null } : product))

/** Notes the SKUs that a batch would have given to products: later rows of a dry run do not find them. */
export function noteGiven(plans: readonly Plan[], { named }: Earlier): void {
  for (const plan of plans) {
    const sku = plan.kind === 'created' ? plan.fields.sku : plan.kind === 'updated' && changesSku(plan) ? plan.after.sku : null
    if (sku) named.add(keyOf('taken', foldCase(sku)))
  }
}

/** True for an edit that gives a product another SKU at once. */
export const changesSku = ({ applied }: Pick<EditPlan, 'applied'>): boolean => applied.includes('sku')

type WithSku = Pick<Product, 'id' | 'sku'>

/**
 * One person's products by id, and the SKUs of these and of new products regardless of case, as changed by the rows so far. Older products
 * may share a SKU but for its case.
 */
export type ProductIndex = { byId: Map<string, Product>; bySku: Map<string, readonly WithSku[]> }

/** An index without products. */
export const openIndex = (): ProductIndex => ({ byId: new Map(), bySku: new Map() })

/** An index that can change without the first one. */
export const copyOf = ({ byId, bySku }: ProductIndex): ProductIndex => ({ byId: new Map(byId), bySku: new Map(bySku) })

/** Adds the SKU of a product; of a new one, only this is known to later rows. */
export function addSku({ bySku }: Pick<ProductIndex, 'bySku'>, { id, sku }: { id: string; sku?: string | null | undefined }): void {
  if (sku) bySku.set(foldCase(sku), [...withSku(sku, bySku), { id, sku }])
}

/** Adds a product with its SKU. */
export function addProduct(index: ProductIndex, product: Product): void {
  index.byId.set(product.id, product)
  addSku(index, product)
}

const withSku = (sku: string, bySku: ProductIndex['bySku']) => bySku.get(foldCase(sku)) ?? []

/** The id that a row names, else that of the product with its SKU as it is written, else of the first with the same one but for case. */
export function idMeant({ bySku }: ProductIndex, { id, given: { sku } }: RowContent): string | undefined {
  const found = sku ? withSku(sku, bySku) : []
  return id ?? (found.find((product) => product.sku === sku) ?? found[0])?.id
}

/**
 * The product that a row means: by its id, else the one with its SKU as it is written, else the oldest with the same one but for case; not
 * one that an earlier row makes. Throws `not-found` for an unknown id. Two older products may have SKUs that differ only in case: a row
 * that repeats one but for case means the product that has it as it is written, or is refused.
 */
export function findMeant(index: ProductIndex, content: NamedContent): Product | undefined {
  const { id, given, repeatsSku } = content
  const found = index.byId.get(idMeant(index, content) ?? '')
  if (!found && id !== null) throw new AppError('not-found', { field: 'id', ...refusalText('no-such-product') })
  if (repeatsSku && id === null && found?.sku !== given.sku) throw repeated('sku')
  return found
}

/** Does the check of the unique index ahead of it, also for a SKU that will wait for review. Throws `sku-taken`. */
export function assertSkuFree({ sku }: RowContent['given'], before: Product, { bySku }: ProductIndex, { named }: Earlier): void {
  if (!sku || sku === before.sku?.normalize('NFC')) return
  if (named.has(keyOf('taken', foldCase(sku))) || withSku(sku, bySku).some(({ id }) => id !== before.id))
    throw new AppError('sku-taken', { field: 'sku' })
}

/** Notes an edit: if it gives a product another SKU, later rows see the new state. */
export function noteEdit(index: ProductIndex, { named }: Earlier, before: Product, plan: EditPlan): void {
  if (!changesSku(plan)) return
  if (before.sku !== null) {
    const others = withSku(before.sku, index.bySku).filter(({ id }) => id !== before.id)
    index.bySku.set(foldCase(before.sku), others)
  }
  addProduct(index, { ...before, sku: plan.after.sku })
  // A dry run does not write that, so later batches read the old SKU.
  named.add(keyOf('freed', before.id))
}
