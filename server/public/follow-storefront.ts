import { type SQL, sql } from 'drizzle-orm'
import type { EventKind } from '#domain/event-kinds.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { executePrepared } from '#server/platform/database/prepared-statement.ts'
import type { FedEvent } from '#server/platform/events/consumers.ts'
import { onSale } from '#server/products/on-sale.ts'

/** The products that events of each noun may concern, given the ids of its items. */
const concerned = {
  product: (ids: SQL) => ids,
  editRequest: (ids: SQL) => sql`select product_id from edit_requests where id in (${ids}) and product_id is not null`,
  order: (ids: SQL) => sql`select product_id from order_lines where order_id in (${ids})`,
  user: (ids: SQL) => sql`select id from products where seller_id in (${ids}) and status = 'approved'
    union select product_id from shop_changes join products on products.id = product_id where products.seller_id in (${ids}) and shop_changes.on_sale`,
}
type Noun = keyof typeof concerned
const nouns = Object.keys(concerned) as Noun[]
const isAbout = (kind: EventKind, noun: Noun) => kind.startsWith(`${noun}.`)

/** True for an event that may change what the storefront shows. A new product is not on sale and never was. */
export const touchesStorefront = (kind: EventKind): boolean => kind !== 'product.create' && nouns.some((noun) => isAbout(kind, noun))

/**
 * True if products may have gone on sale by the event. They may have left again before it is consumed, but a storefront may have listed them
 * meanwhile.
 */
const entersSale = ({ kind, after }: FedEvent) => kind === 'product.assign' || after?.status === 'approved' || after?.status === 'active'

/** The ids of the items of this noun's events. */
function idsOf(batch: readonly FedEvent[], noun: Noun): SQL {
  const ids = batch.filter(({ kind }) => isAbout(kind, noun)).map(({ itemId }) => itemId)
  return sql`select json_array_elements_text(${JSON.stringify(ids)}::json)`
}

/**
 * The consumer behind `updated_since`: records in commit order which products went on sale, changed there or left. The time of each batch
 * is later than all before, regardless of the clocks of the nodes, so a storefront that has read up to a time has everything up to it.
 * A product that was on sale is recorded even if it has left since; one that never was is not.
 */
export async function followStorefront(batch: readonly FedEvent[], tx: Tx): Promise<void> {
  const entering = batch.filter(entersSale)
  const [moment] = await executePrepared<{ at: string }>(
    tx,
    sql`
    select greatest(clock_timestamp(), max(changed_at) + interval '1 microsecond')::text as at from shop_changes`,
  )
  await executePrepared(
    tx,
    sql`
    with concerned (id) as (
      ${sql.join(
        nouns.filter((noun) => batch.some(({ kind }) => isAbout(kind, noun))).map((noun) => concerned[noun](idsOf(batch, noun))),
        sql` union all `,
      )}
    ), listed (id) as (
      ${idsOf(entering, 'product')} union ${concerned.user(idsOf(entering, 'user'))}
    ), now as (
      select c.id, ${onSale} is true as on_sale
      from (select distinct id from concerned) c left join products on products.id = c.id left join users u on u.id = products.seller_id
    )
    insert into shop_changes (product_id, on_sale, changed_at)
    select now.id, now.on_sale, ${moment?.at}::timestamptz from now left join shop_changes before on before.product_id = now.id
    where now.on_sale or before.on_sale or now.id in (select id from listed) order by now.id
    on conflict (product_id) do update set on_sale = excluded.on_sale, changed_at = excluded.changed_at`,
  )
}
