import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/database.ts'
import { supersedeIn } from '#server/products/edit/supersede.ts'
import { recordedMove } from '#server/products/recorded-move.ts'

/**
 * Takes all products of a closing account off sale and review: deletes drafts, withdraws pending products, archives approved ones
 * (product §2). Uploads that no product names go too. Returns the paths of released files, to be removed after the commit.
 */
export async function leaveProducts(tx: Tx, sellerId: string): Promise<string[]> {
  const by = sql`${sellerId}`
  const deleted = await tx.execute<{ id: string }>(sql`
    with changed as (delete from products where seller_id = ${sellerId} and status = 'draft' returning *), ${recordedMove(
      'product.delete',
      by,
      {
        before: sql`jsonb_build_object('status', changed.status)`,
      },
    )}
    select id from changed`)
  const files = await tx.execute<{ path: string }>(sql`
    update files set released_at = now() where released_at is null
      and product_id in (select json_array_elements_text(${JSON.stringify(deleted.map(({ id }) => id))}::json)) returning path`)
  // Images of forms that were never saved, also of products that do not exist.
  const unnamed = await tx.execute<{ path: string }>(sql`
    update files set released_at = now() where released_at is null and named_at is null and proposed_at is null
      and uploaded_by = ${sellerId} and path like 'products/%' returning path`)
  await tx.execute(sql`
    with changed as (
      update products set status = 'draft', unfinished = false, status_updated_at = now()
      where seller_id = ${sellerId} and status = 'pending' returning *
    ), ${recordedMove('product.withdraw', by, { moves: [] })} select count(*) from changed`)
  const archived = await tx.execute<{ id: string }>(sql`
    with changed as (
      update products set status = 'archived', edit_request_id = null, archived_by_admin = false, status_updated_at = now()
      where seller_id = ${sellerId} and status = 'approved' returning *
    ), ${recordedMove('product.archive', by, { moves: ['archivedByAdmin'] })} select id from changed`)
  await supersedeIn(
    tx,
    archived.map(({ id }) => id),
  )
  return [...files, ...unnamed].map(({ path }) => path)
}
