import { listed, type Transfer } from '#server/transfers/transfer.ts'

/**
 * Writes for storefronts which of these products are on sale, or no longer; given sellers, only which of theirs came on or off sale. The consumer
 * "shop" would write the same, but an import writes no events for it. It waits meanwhile: each batch is later than all before.
 */
export async function writeStorefrontChanges(
  sql: Transfer['sql'],
  items: readonly { id: string }[],
  by: 'id' | 'seller_id',
): Promise<void> {
  if (items.length === 0) return
  await sql`select from consumers where name = 'shop' for update`
  await sql.unsafe(
    `insert into shop_changes (product_id, on_sale, changed_at)
    select p.id, p.on_sale, (select greatest(clock_timestamp(), max(changed_at) + interval '1 microsecond') from shop_changes)
    from (select p.id, p.seller_id, p.status = 'approved' and u.id is not null as on_sale
      from products p left join users u on u.id = p.seller_id and u.status = 'active' and u.role = 'seller'
      where p.${by} in (select json_array_elements_text($1::json))) p
    left join shop_changes before on before.product_id = p.id
    where (p.on_sale or before.on_sale) and (${by === 'id'} or p.on_sale is distinct from coalesce(before.on_sale, false)) order by p.id
    on conflict (product_id) do update set on_sale = excluded.on_sale, changed_at = excluded.changed_at`,
    [listed(items.map(({ id }) => id))],
    { prepare: true },
  )
}
