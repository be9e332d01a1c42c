import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { whyNot } from '#domain/moves.ts'
import { type Product, type ProductChange, productMoves } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/database/database.ts'
import { products } from '#server/database/tables.ts'
import { record } from '#server/events/record.ts'
import { type Named, nameFiles } from '#server/images/name-files.ts'
import { removeReleased } from '#server/images/remove-released.ts'
import { holdProduct } from '#server/products/find-product.ts'
import { moveCondition } from '#server/products/move-condition.ts'
import { type ContentField, type Contents, changedFields, countsVersion, plain, refuseChange } from '#server/products/product-changes.ts'
import { skuTaken } from '#server/products/sku-taken.ts'
import { submitIn } from '#server/products/submit-product.ts'
import { withoutEmpty } from '#server/products/without-empty.ts'
import { refuseInactive } from '#server/users/why-inactive.ts'

type Edit = { id: string; version: number; change: ProductChange; submit: boolean }

/**
 * Changes what a seller wrote, as far as it may change at once (product §3), and with `submit` sends it to review in the same transaction.
 * Throws `not-found`, `stale-version` with the fresh product, `field-locked`, `price-locked`, `incomplete-product`, `sku-taken`, `wrong-status`.
 */
export async function editProduct(app: App, actor: Actor, edit: Edit): Promise<Product> {
  const { product, dropped, recorded } = await app.db
    .transaction(async (tx) => {
      const { dropped, changed } = await editIn(app, tx, actor, edit)
      if (edit.submit) await submitIn(app, tx, actor, edit.id)
      return { product: await holdProduct(tx, actor, edit.id), dropped, recorded: changed || edit.submit }
    })
    .catch(skuTaken)
  if (recorded) app.feed.wake()
  void removeReleased(app, dropped)
  return product
}

type Outcome = { dropped: readonly string[]; changed: boolean }

async function editIn(app: App, tx: Tx, actor: Actor, { id, version, change }: Edit): Promise<Outcome> {
  const before = await holdProduct(tx, actor, id)
  const problem = whyNot(actor, productMoves.edit, before)
  if (problem) throw new AppError(problem)
  if (before.version !== version) throw new AppError('stale-version', { detail: { fresh: before } })
  const { images: paths, ...fields } = change
  const named = paths ? await nameFiles(tx, actor, before, paths) : null
  const after: Contents = { ...before, ...withoutEmpty(given(fields)), images: named?.images ?? before.images }
  const changed = changedFields(before, after)
  if (changed.length === 0) return { dropped: [], changed: false }
  refuseChange(before, after, changed)
  await write(app, tx, actor, { before, after, changed, named })
  return { dropped: named?.dropped ?? [], changed: true }
}

/** Left out means unchanged, also where the key is there without a value. */
const given = (fields: Omit<ProductChange, 'images'>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Contents>

type Change = { before: Product; after: Contents; changed: ContentField[]; named: Named | null }

async function write(app: App, tx: Tx, actor: Actor, { before, after, changed }: Change): Promise<void> {
  const { title, description, price, category, sku, stock, tags, attributes, images } = after
  // Pictures that were still missing end the creation, as naming them would (spec §7).
  const finished = before.unfinished && images.length > 0
  const [written] = await tx
    .update(products)
    .set({
      ...{ title, description, price, category, sku, stock, tags, attributes, images },
      version: before.version + (countsVersion(before, changed) ? 1 : 0),
      updatedAt: sql`now()`,
      ...(finished && { unfinished: false, submittedAt: sql`now()` }),
    })
    .where(and(eq(products.id, before.id), eq(products.version, before.version), moveCondition('edit', actor)))
    .returning({ id: products.id })
  if (!written) return refuseLater(app, actor)
  const about = { itemId: before.id, ownerId: before.seller_id, actorId: actor.id, title }
  const values = (contents: Contents) => Object.fromEntries(changed.map((field) => [field, plain(contents, field)]))
  await record(tx, { ...about, kind: 'product.edit', fields: changed, before: values(before), after: values(after) })
  if (finished) await record(tx, { ...about, kind: 'product.submit' })
}

/** The product is held, so it can only be the person himself who changed meanwhile. */
async function refuseLater(app: App, actor: Actor): Promise<never> {
  await refuseInactive(app, actor)
  throw new AppError('stale-version')
}
