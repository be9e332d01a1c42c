import { type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#domain/event.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { executePrepared } from '#server/platform/database/prepared-statement.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import { onSale } from '#server/products/on-sale.ts'

const nouns = ['product', 'editRequest', 'order', 'user'] as const

/** True for an event that may change what the storefront shows. */
export const touchesStorefront = (kind: EventKind): boolean => nouns.some((noun) => kind.startsWith(`${noun}.`))

/** The ids of the items of this noun's events. */
function idsOf(batch: readonly FedEvent[], noun: (typeof nouns)[number]): SQL {
  const ids = batch.filter(({ kind }) => kind.startsWith(`${noun}.`)).map(({ itemId }) => itemId)
  return sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`
}

/**
 * The consumer behind `updated_since`: records in commit order which products went on sale, changed there or left. The time of each batch
 * is later than all before, regardless of the clocks of the nodes, so a storefront that has read up to a time has everything up to it.
 * Products that were never on sale are not recorded.
 */
export async function followStorefront(batch: readonly FedEvent[], tx: Tx): Promise<void> {
  const [moment] = await executePrepared<{ at: string }>(
    tx,
    sql`
    select greatest(clock_timestamp(), max(changed_at) + interval '1 microsecond')::text as at from shop_changes`,
  )
  await executePrepared(
    tx,
    sql`
    with concerned (id) as (
      ${idsOf(batch, 'product')}
      union select product_id from edit_requests where id in ${idsOf(batch, 'editRequest')} and product_id is not null
      union select product_id from order_lines where order_id in ${idsOf(batch, 'order')}
      union select id from products where seller_id in ${idsOf(batch, 'user')} and status = 'approved'
      union select product_id from shop_changes join products on products.id = product_id
        where products.seller_id in ${idsOf(batch, 'user')} and shop_changes.on_sale
    ), now as (
      select c.id, ${onSale} is true as on_sale
      from concerned c left join products on products.id = c.id left join users u on u.id = products.seller_id
    )
    insert into shop_changes (product_id, on_sale, changed_at)
    select now.id, now.on_sale, ${moment?.at}::timestamptz from now left join shop_changes before on before.product_id = now.id
    where now.on_sale or before.on_sale order by now.id
    on conflict (product_id) do update set on_sale = excluded.on_sale, changed_at = excluded.changed_at`,
  )
}
